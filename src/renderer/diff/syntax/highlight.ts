import { flattenSpans, type Spans } from './spans'

/** Longer texts stay without colours: the highlighter would hold up the next difference. */
const maxLength = 256 * 1024
/** A line longer than this is data rather than code, and slow to read for some grammars. */
const maxLineLength = 5000

type Highlighter = { readonly highlight: (language: string, text: string) => Spans | null }
let loading: Promise<Highlighter> | null = null

/** Colours a text. The grammars are a chunk of their own, loaded at the first use. Null: it stays plain. */
export async function highlightText(language: string, text: string): Promise<Spans | null> {
  if (text.length > maxLength || hasLongLine(text)) return null
  loading ??= loadHighlighter()
  const highlighter = await loading
  return highlighter.highlight(language, text)
}

async function loadHighlighter(): Promise<Highlighter> {
  const { common, createLowlight } = await import('lowlight')
  const lowlight = createLowlight(common)
  return {
    highlight: (language, text) =>
      lowlight.registered(language) ? flattenSpans(lowlight.highlight(language, text)) : null,
  }
}

function hasLongLine(text: string): boolean {
  let from = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', from)) {
    if (at - from > maxLineLength) return true
    from = at + 1
  }
  return text.length - from > maxLineLength
}
