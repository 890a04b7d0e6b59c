/** A form that a secret may be printed in. `wraps`: line breaks may stand anywhere in it, as base64 tools put them. */
export type SecretForm = { readonly text: string; readonly wraps: boolean }

/** Shorter values would mask ordinary words everywhere. */
const minLength = 8
const minLineLength = 16

/**
 * Every form of a secret value that is looked for: as it is, line by line where it has several, inside JSON (and JSON
 * inside JSON), in a URL or a form, in hex, and in base64 of either alphabet, padded or not, alone or in the middle of
 * a longer text. None for a value shorter than 8 characters.
 */
export function secretForms(value: string): readonly SecretForm[] {
  const trimmed = value.trim()
  if (trimmed.length < minLength) return []
  const lines = trimmed.split(/\r?\n/)
  const longLines = lines.length > 1 ? lines.filter((line) => line.length >= minLineLength) : []
  const plain = [trimmed, ...jsonForms(trimmed), ...urlForms(trimmed), ...hexForms(trimmed), ...longLines]
  return [
    ...unique(plain).map((text) => ({ text, wraps: false })),
    ...unique(base64Forms(trimmed)).map((text) => ({ text, wraps: true })),
  ]
}

const unique = (texts: readonly string[]): readonly string[] => [...new Set(texts)]

function jsonForms(text: string): readonly string[] {
  const once = JSON.stringify(text).slice(1, -1)
  const ascii = once.replace(
    /[\u0080-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return [once, ascii, JSON.stringify(once).slice(1, -1), once.replaceAll('/', '\\/')]
}

/** As `encodeURIComponent` writes it, with slashes kept, with all escaped, and as a form sends it; and with small hex digits. */
function urlForms(text: string): readonly string[] {
  const encoded = encodeURIComponent(text.replace(/[\uD800-\uDFFF]/gu, '\uFFFD'))
  const strict = encoded.replace(/[!'()*~]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
  const form = new URLSearchParams([['', text]]).toString().slice(1)
  const variants = [encoded, strict, encoded.replaceAll('%2F', '/'), form]
  return variants.flatMap((each) => [each, each.replace(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase())])
}

function hexForms(text: string): readonly string[] {
  const hex = Buffer.from(text).toString('hex')
  return [hex, hex.toUpperCase()]
}

/**
 * Base64 takes three bytes at a time, so a value inside a longer text looks different by how many bytes stand before
 * it. For each of the three cases: the characters that depend on the value alone.
 */
function base64Forms(text: string): readonly string[] {
  const bytes = Buffer.from(text)
  const whole = bytes.toString('base64')
  const inner = [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    return encoded.slice(Math.ceil((before * 4) / 3), Math.floor(((before + bytes.length) * 4) / 3))
  })
  const standard = [whole, whole.replace(/=+$/, ''), ...inner]
  return [...standard, ...standard.map((each) => each.replaceAll('+', '-').replaceAll('/', '_'))]
}
