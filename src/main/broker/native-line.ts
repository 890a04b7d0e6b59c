import { createPartsMask, mapStrings, maskParts, type RunMasker, type SecretPart } from '../log'

type LineRedactor = Pick<RunMasker, 'redact' | 'redactValue'>

/** A line with what it says if it is JSON that texts can be in; undefined for whatever else. */
export type ReadLine = { readonly text: string; readonly value: unknown }

export function readLine(text: string): ReadLine {
  return { text, value: parseJson(text) }
}

/**
 * Masks a native line. As text, so that the rest of it stays byte for byte; value by value where a secret is seen only
 * then (`\u0067hp_…` in JSON), where masking the text would break the JSON, or where `parts` of it are known to belong
 * to secrets.
 */
export function maskLine(
  { redact, redactValue }: LineRedactor,
  { text, value }: ReadLine,
  parts: readonly SecretPart[] = [],
): string {
  if (value === undefined) return redact(maskParts(text, parts))
  const masked = redact(text)
  const kept = masked === text ? value : parseJson(masked)
  if (parts.length === 0 && kept !== undefined && !holdsSecret(redact, kept)) return masked
  return JSON.stringify(redactValue(mapStrings(value, createPartsMask(parts))))
}

function parseJson(line: string): unknown {
  if (!/^\s*["[{]/.test(line)) return undefined
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** Not by recursion: an agent's line may be nested as deeply as it likes. */
function holdsSecret(redact: LineRedactor['redact'], value: unknown): boolean {
  const left: unknown[] = [value]
  while (left.length > 0) {
    const next = left.pop()
    if (typeof next === 'string') {
      if (redact(next) !== next) return true
    } else if (Array.isArray(next)) for (const each of next) left.push(each)
    else if (typeof next === 'object' && next !== null)
      for (const [key, each] of Object.entries(next)) left.push(key, each)
  }
  return false
}
