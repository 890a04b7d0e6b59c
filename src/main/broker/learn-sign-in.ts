import type { Result } from '../../shared'
import type { Runtime, SignIn } from '../runtimes'
import type { BrokerDeps } from './deps'
import { secretsOf } from './sign-in-secrets'

/** How a run would sign in; what of it is secret is masked from then on, in whatever is recorded (I8). */
export async function learnSignIn(
  { learnSecret }: Pick<BrokerDeps, 'learnSecret'>,
  runtime: Runtime,
): Promise<Result<SignIn>> {
  const signIn = await runtime.signIn()
  if (signIn.ok) for (const { name, text } of secretsOf(signIn.value)) learnSecret(name, text)
  return signIn
}
