import { isSecretName } from './secret-names'

/** A literal text that must not be shown, and the variable it is the value of. */
export type LiteralSecret = { readonly name: string; readonly text: string }

/** Shorter values would mask ordinary words everywhere. */
const minLength = 8
const minLineLength = 16

/**
 * The values of an environment's secret-looking variables, longest first, in every form they may be printed in: as
 * they are, inside a JSON string, in a URL, and line by line where they have several lines.
 */
export function environmentSecrets(environment: NodeJS.ProcessEnv): readonly LiteralSecret[] {
  const found = new Map<string, LiteralSecret>()
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined || !isSecretName(name)) continue
    for (const text of formsOf(value)) if (!found.has(text)) found.set(text, { name, text })
  }
  return [...found.values()].sort((a, b) => b.text.length - a.text.length)
}

function formsOf(value: string): readonly string[] {
  const trimmed = value.trim()
  if (trimmed.length < minLength) return []
  const lines = trimmed.split(/\r?\n/)
  const longLines = lines.length > 1 ? lines.filter((line) => line.length >= minLineLength) : []
  return [trimmed, JSON.stringify(trimmed).slice(1, -1), encodeUrl(trimmed), ...longLines]
}

function encodeUrl(text: string): string {
  return encodeURIComponent(text.replace(/[\uD800-\uDFFF]/gu, '\uFFFD'))
}
