import type { GloveboxError } from '../../shared'

/** An error as text to copy: sentence, code, details and cause, one to a line. */
export function errorText(error: GloveboxError): string {
  const lines = [error.message, `code: ${error.code}`]
  for (const [name, value] of Object.entries(error.details))
    lines.push(`${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
  if (error.cause !== undefined) lines.push(`cause: ${error.cause}`)
  return lines.join('\n')
}
