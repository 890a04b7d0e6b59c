import { isSecretName, type NamedSecret } from '../log'
import type { HomeFile, SignIn } from '../runtimes'

/** Shorter texts of a sign-in file are names and kinds. */
const minLoginText = 20
const maxDepth = 10
/** Texts of the sign-in files that say what kind of account it is, and when it was renewed. */
const plainNames: ReadonlySet<string> = new Set([
  'scopes',
  'subscriptionType',
  'rateLimitTier',
  'last_refresh',
  'auth_mode',
])

/**
 * What in a sign-in must not be shown: the key, each long text of the file that signs in (the first of a login's), and,
 * of the user's own settings that a run loads, what is named like a secret or looks like a key. Instructions and other
 * texts that are no JSON and no TOML hold words to work by, not secrets to keep.
 */
export function secretsOf(signIn: SignIn): readonly NamedSecret[] {
  switch (signIn.type) {
    case 'none':
      return []
    case 'key':
      return [{ name: 'key', text: signIn.key }, ...(signIn.files ?? []).flatMap(settingsSecrets)]
    case 'login': {
      const [login, ...settings] = signIn.files
      return [...(login === undefined ? [] : loginSecrets(login)), ...settings.flatMap(settingsSecrets)]
    }
  }
}

type NamedText = { readonly name: string; readonly text: string }

function loginSecrets(file: HomeFile): readonly NamedSecret[] {
  const text = textOf(file)
  const read = readJson(text)
  const texts = read === undefined ? [{ name: '', text }] : textsOf(read.value, '', 0)
  return texts
    .filter((each) => each.text.length >= minLoginText && !plainNames.has(each.name))
    .map((each) => ({ name: file.path, text: each.text }))
}

function settingsSecrets(file: HomeFile): readonly NamedSecret[] {
  const text = textOf(file)
  const texts = file.path.endsWith('.toml') ? tomlTexts(text) : textsOf(readJson(text)?.value, '', 0)
  return texts.flatMap(({ name, text: value }): readonly NamedSecret[] =>
    isSecretName(name) && !aCommand.test(name)
      ? namedSecrets(name, value)
      : keysIn(value).map((key) => ({ name: file.path, text: key })),
  )
}

/** Settings of which the name tells where a secret comes from: a command, a variable, a kind of store. */
const aCommand = /(?:HELPER|REFRESH|EXPORT|METHOD|STORE|MODE|(?:^|_)ENV(?:_KEY|_VARS?)?)$/i
const aReference = /^\$(?:\w+|\{[^}]*\})$/

/** The value itself, and of a header what stands behind its scheme. */
function namedSecrets(name: string, value: string): readonly NamedSecret[] {
  const bare = value.replace(/^(?:Bearer|Basic|Token)\s+/i, '')
  if (aReference.test(bare) || bare === 'true' || bare === 'false') return []
  return bare === value ? [{ name, text: value }] : [value, bare].map((text) => ({ name, text }))
}

/** Runs of characters that no word, path or model's name has: long, in both cases with digits, or long and hexadecimal. */
function keysIn(text: string): readonly string[] {
  return (text.match(/[A-Za-z0-9]{20,}/g) ?? []).filter(
    (run) =>
      (/[a-z]/.test(run) && /[A-Z]/.test(run) && /[0-9]/.test(run)) ||
      /^(?=.*[0-9])[a-f0-9]{32,}$/i.test(run),
  )
}

/** Every text of a JSON value with the name it stands under; in a list, the list's. */
function textsOf(value: unknown, name: string, depth: number): readonly NamedText[] {
  if (typeof value === 'string') return [{ name, text: value }]
  if (typeof value !== 'object' || value === null || depth > maxDepth) return []
  if (Array.isArray(value)) return value.flatMap((each) => textsOf(each, name, depth + 1))
  return Object.entries(value).flatMap(([key, each]) => textsOf(each, key, depth + 1))
}

/** `name = "text"`, in tables and inline tables alike; texts in lists and of several lines stand under no name. */
const tomlText = /(?:([\w-]+|"[^"\n]+"|'[^'\n]+')\s*=\s*)?("(?:[^"\\\n]|\\.)*"|'[^'\n]*')/g

function tomlTexts(text: string): readonly NamedText[] {
  return [...text.matchAll(tomlText)].map(([, name = '', quoted = '']) => ({
    name: name.replace(/^["']|["']$/g, ''),
    text: unquoted(quoted),
  }))
}

/** A basic string of TOML is one of JSON, but for a few escapes. */
function unquoted(quoted: string): string {
  const value = quoted.startsWith('"') ? readJson(quoted)?.value : undefined
  return typeof value === 'string' ? value : quoted.slice(1, -1)
}

function textOf({ content }: HomeFile): string {
  return Buffer.from(content).toString('utf8')
}

function readJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}
