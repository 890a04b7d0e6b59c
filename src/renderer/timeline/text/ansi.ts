/** The colours a terminal text may ask for; the theme says what they look like, so that all stay readable. */
export const inks = ['grey', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const
export type Ink = (typeof inks)[number]
export type Style = {
  readonly ink: Ink | null
  readonly bold: boolean
  readonly dim: boolean
  readonly italic: boolean
}
export type Piece = { readonly text: string; readonly style: Style }
export type Line = readonly Piece[]

const plain: Style = { ink: null, bold: false, dim: false, italic: false }
// CSI (SGR ends in m), OSC and the other string sequences up to BEL or ST (or the end), then any two-byte escape.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the control characters that are taken out
const escapes = /\x1b\[([0-9:;<=>?]*)[ -/]*([@-~])|\x1b[\]PX^_][\s\S]*?(?:\x07|\x1b\\|$)|\x1b[ -/]*[\s\S]?/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the control characters that are taken out
const controls = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g
/** Characters that turn the direction of text around: shown by name, so that nothing reads other than it is. */
const turns = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/**
 * Reads a terminal's output as styled lines (ECMA-48: SGR is obeyed, every other escape and control is dropped; a
 * lone carriage return starts its line again). The pieces are plain text: whatever is in them does nothing.
 */
export function parseAnsi(text: string): readonly Line[] {
  const lines: Piece[][] = [[]]
  let style = plain
  let returned = false
  const write = (raw: string): void => {
    for (const [index, part] of raw.split('\n').entries()) {
      if (index > 0) {
        lines.push([])
        returned = false
      }
      // A return before a line's end starts it again once something is written over it; "\r\n" is a line's end.
      for (const [step, text] of part.split('\r').entries()) {
        returned ||= step > 0
        const shown = inert(text)
        if (shown === '') continue
        if (returned) lines[lines.length - 1] = []
        returned = false
        lines.at(-1)?.push({ text: shown, style })
      }
    }
  }
  let from = 0
  for (const match of text.matchAll(escapes)) {
    write(text.slice(from, match.index))
    from = match.index + match[0].length
    if (match[2] === 'm') style = applySgr(style, match[1] ?? '')
  }
  write(text.slice(from))
  if (lines.length > 1 && lines.at(-1)?.length === 0) lines.pop()
  return lines
}

/** Lines as one run of pieces, line ends included; neighbours of one style are one piece. */
export function joinLines(lines: readonly Line[]): readonly Piece[] {
  const joined: Piece[] = []
  const add = (text: string, style: Style): void => {
    const last = joined.at(-1)
    if (last !== undefined && isSame(last.style, style))
      joined[joined.length - 1] = { text: last.text + text, style }
    else joined.push({ text, style })
  }
  for (const line of lines) {
    for (const { text, style } of line) add(text, style)
    add('\n', joined.at(-1)?.style ?? plain)
  }
  return joined
}

const isSame = (a: Style, b: Style): boolean =>
  a.ink === b.ink && a.bold === b.bold && a.dim === b.dim && a.italic === b.italic

/** Text with every escape and control taken out: for places that show one line without colours. */
export function stripAnsi(text: string): string {
  return inert(text.replace(escapes, ''))
}

/** How many lines a text has, not counting an empty one at its end. */
export function countLines(text: string): number {
  if (text === '') return 0
  let lines = text.endsWith('\n') ? 0 : 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}

/** The last `count` lines of a text, without splitting the rest of it. */
export function lastLines(text: string, count: number): string {
  let at = text.endsWith('\n') ? text.length - 1 : text.length
  for (let left = count; left > 0; left -= 1) {
    if (at === 0) return text
    at = text.lastIndexOf('\n', at - 1)
    if (at < 0) return text
  }
  return text.slice(at + 1)
}

function inert(text: string): string {
  return text
    .replace(controls, '')
    .replace(turns, (mark) => `⟨U+${mark.charCodeAt(0).toString(16).toUpperCase()}⟩`)
}

function applySgr(style: Style, parameters: string): Style {
  const codes = parameters.split(/[;:]/).map(Number)
  let next = style
  for (let index = 0; index < codes.length; index += 1) {
    const code = codes[index] ?? 0
    if (code === 38 || code === 48) {
      const isPalette = codes[index + 1] === 5
      const ink = isPalette
        ? inkOfPalette(codes[index + 2] ?? 0)
        : inkOfRgb(codes.slice(index + 2, index + 5))
      if (code === 38) next = { ...next, ink }
      index += isPalette ? 2 : 4
    } else next = applyCode(next, code)
  }
  return next
}

function applyCode(style: Style, code: number): Style {
  if (code === 0) return plain
  if (code === 1) return { ...style, bold: true }
  if (code === 2) return { ...style, dim: true }
  if (code === 3) return { ...style, italic: true }
  if (code === 22) return { ...style, bold: false, dim: false }
  if (code === 23) return { ...style, italic: false }
  if (code === 39) return { ...style, ink: null }
  if (code >= 30 && code <= 37) return { ...style, ink: inks[code - 30] ?? null }
  if (code >= 90 && code <= 97) return { ...style, ink: inks[code - 90] ?? null }
  return style
}

function inkOfPalette(index: number): Ink | null {
  if (index < 16) return inks[index % 8] ?? null
  if (index >= 232) return index < 244 ? 'grey' : 'white'
  const cube = index - 16
  return inkOfRgb([Math.floor(cube / 36) * 51, (Math.floor(cube / 6) % 6) * 51, (cube % 6) * 51])
}

/** The nearest ink: what stands out of the three parts, as the bits of the eight terminal colours. */
function inkOfRgb(parts: readonly number[]): Ink | null {
  const [red = 0, green = 0, blue = 0] = parts
  const top = Math.max(red, green, blue)
  if (top < 64) return 'grey'
  const strong = (part: number): number => (part > top * 0.6 ? 1 : 0)
  return inks[strong(red) + strong(green) * 2 + strong(blue) * 4] ?? null
}
