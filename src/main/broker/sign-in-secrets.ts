import type { SignIn } from '../runtimes'

export type SignInSecret = { readonly name: string; readonly text: string }

/** Shorter texts of a sign-in file are names, kinds and dates. */
const minLength = 20
const maxDepth = 10

/** Everything in a sign-in that must not be shown: the key, and each long text of the files that are copied in. */
export function secretsOf(signIn: SignIn): readonly SignInSecret[] {
  switch (signIn.type) {
    case 'none':
      return []
    case 'key':
      return [{ name: 'key', text: signIn.key }]
    case 'login':
      return signIn.files.flatMap(({ path, content }) =>
        textsOf(parse(Buffer.from(content).toString('utf8')), 0)
          .filter((text) => text.length >= minLength)
          .map((text) => ({ name: path, text })),
      )
  }
}

function textsOf(value: unknown, depth: number): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null || depth > maxDepth) return []
  return Object.values(value).flatMap((each) => textsOf(each, depth + 1))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
