import { formatBytes } from '../../../lib/format'

const maxBytes = 64 * 1024

/** A typed output schema as far as the window can judge: JSON, an object, not too large. The rest is main's to check. */
export function readSchema(text: string): { readonly error: string | null } {
  if (text.trim() === '') return { error: 'Write a JSON Schema, or begin with one of the examples.' }
  const bytes = new TextEncoder().encode(text).length
  if (bytes > maxBytes)
    return { error: `It has ${formatBytes(bytes)}; at most ${formatBytes(maxBytes)} are taken. Shorten it.` }
  const value = parse(text)
  if ('problem' in value) return { error: `This is not JSON: ${value.problem}` }
  if (typeof value.json !== 'object' || value.json === null || Array.isArray(value.json))
    return { error: 'A JSON Schema is an object: it begins with {.' }
  return { error: null }
}

/** The schema with one indentation; null where it is not JSON. */
export function formatSchema(text: string): string | null {
  const value = parse(text)
  return 'problem' in value ? null : JSON.stringify(value.json, null, 2)
}

function parse(text: string): { readonly json: unknown } | { readonly problem: string } {
  try {
    return { json: JSON.parse(text) }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : 'it can’t be read' }
  }
}
