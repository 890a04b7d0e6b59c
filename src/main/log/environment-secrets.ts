import { secretForms } from './secret-forms'
import { isSecretName } from './secret-names'

/** A literal text that must not be shown, and the variable or setting it is (a form of) the value of. */
export type LiteralSecret = { readonly name: string; readonly text: string; readonly wraps: boolean }

/** A secret that is known by its value. `name` is what the mask shows. */
export type NamedSecret = { readonly name: string; readonly text: string }

/** The values of an environment's secret-looking variables, by the variable's name. */
export function environmentSecrets(environment: NodeJS.ProcessEnv): readonly NamedSecret[] {
  return Object.entries(environment).flatMap(([name, text]) =>
    text !== undefined && isSecretName(name) ? [{ name, text }] : [],
  )
}

/** All forms of the secrets, each once, under the name of the first that has it. */
export function literalSecrets(secrets: readonly NamedSecret[]): readonly LiteralSecret[] {
  const found = new Map<string, LiteralSecret>()
  for (const { name, text: value } of secrets)
    for (const { text, wraps } of secretForms(value))
      if (!found.has(text)) found.set(text, { name: maskName(name), text, wraps })
  return [...found.values()]
}

/** A name as a mask may hold it: nothing in it that would break the JSON or the line it stands in. */
export function maskName(name: string): string {
  return name.replace(/[^\p{L}\p{N} _.()-]/gu, '_').slice(0, 64)
}
