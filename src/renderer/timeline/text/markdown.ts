/** What an agent's message is made of. A small part of Markdown: what agents write most, read without any HTML. */
export type Inline =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'strong' | 'emphasis'; readonly text: string }
  | { readonly type: 'link'; readonly text: string; readonly url: string }

export type Block =
  | { readonly type: 'paragraph'; readonly content: readonly Inline[] }
  | { readonly type: 'heading'; readonly content: readonly Inline[] }
  | { readonly type: 'quote'; readonly content: readonly Inline[] }
  | { readonly type: 'code'; readonly language: string; readonly text: string }
  | {
      readonly type: 'list'
      readonly ordered: boolean
      readonly start: number
      readonly items: readonly { readonly depth: number; readonly content: readonly Inline[] }[]
    }
  | { readonly type: 'rule' }

const fence = /^\s{0,3}(`{3,}|~{3,})\s*([\w+#.-]*).*$/
const heading = /^\s{0,3}#{1,6}\s+(.*?)\s*#*$/
const listItem = /^(\s*)(?:[-*+]|(\d{1,9})[.)])\s+(.*)$/
const rule = /^\s{0,3}(?:-\s*){3,}$|^\s{0,3}(?:\*\s*){3,}$/
const quote = /^\s{0,3}>\s?(.*)$/

/** Reads a message as blocks. Anything it does not know is a paragraph: no text is ever lost. */
export function parseMarkdown(text: string): readonly Block[] {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  const blocks: Block[] = []
  let at = 0
  const takeWhile = (test: (line: string) => boolean): readonly string[] => {
    const from = at
    while (at < lines.length && test(lines[at] ?? '')) at += 1
    return lines.slice(from, at)
  }
  while (at < lines.length) {
    const line = lines[at] ?? ''
    const opening = fence.exec(line)
    const title = heading.exec(line)
    if (line.trim() === '') at += 1
    else if (opening !== null) {
      at += 1
      const mark = opening[1] ?? '```'
      const body = takeWhile((each) => !(each.trim().startsWith(mark) && each.trim().length === mark.length))
      at += 1
      blocks.push({ type: 'code', language: opening[2] ?? '', text: body.join('\n') })
    } else if (title !== null) {
      at += 1
      blocks.push({ type: 'heading', content: parseInline(title[1] ?? '') })
    } else if (rule.test(line)) {
      at += 1
      blocks.push({ type: 'rule' })
    } else if (quote.test(line)) {
      const quoted = takeWhile((each) => quote.test(each))
      blocks.push({
        type: 'quote',
        content: parseInline(quoted.map((each) => quote.exec(each)?.[1] ?? '').join('\n')),
      })
    } else if (listItem.test(line)) blocks.push(readList(takeWhile(isListLine)))
    else {
      const first = lines[at] ?? ''
      at += 1
      const rest = takeWhile((each) => each.trim() !== '' && !startsBlock(each))
      blocks.push({ type: 'paragraph', content: parseInline([first, ...rest].join('\n')) })
    }
  }
  return blocks
}

/** An item, or a line that goes on with one: indented, and not empty. */
const isListLine = (line: string): boolean => listItem.test(line) || /^\s{2,}\S/.test(line)

const startsBlock = (line: string): boolean =>
  fence.test(line) || heading.test(line) || quote.test(line) || listItem.test(line) || rule.test(line)

function readList(lines: readonly string[]): Block {
  const items: { depth: number; text: string }[] = []
  for (const line of lines) {
    const item = listItem.exec(line)
    const last = items.at(-1)
    if (item === null && last !== undefined) last.text += `\n${line.trim()}`
    else
      items.push({
        depth: Math.min(3, Math.floor((item?.[1]?.length ?? 0) / 2)),
        text: item?.[3] ?? line.trim(),
      })
  }
  const number = listItem.exec(lines[0] ?? '')?.[2]
  return {
    type: 'list',
    ordered: number !== undefined,
    start: number === undefined ? 1 : Number(number),
    items: items.map(({ depth, text }) => ({ depth, content: parseInline(text) })),
  }
}

const inline =
  /(`+)([\s\S]*?[^`])\1(?!`)|\*\*(\S(?:[^*]*\S)?)\*\*|(?<![\w*])[*_](\S(?:[^*_]*\S)?)[*_](?![\w*])|\[([^\]\n]+)\]\(([^)\s]+)\)/g

function parseInline(text: string): readonly Inline[] {
  const pieces: Inline[] = []
  let from = 0
  for (const match of text.matchAll(inline)) {
    if (match.index > from) pieces.push({ type: 'text', text: text.slice(from, match.index) })
    from = match.index + match[0].length
    const [, , code, strong, emphasis, label, url] = match
    if (code !== undefined) pieces.push({ type: 'code', text: code.trim() })
    else if (strong !== undefined) pieces.push({ type: 'strong', text: strong })
    else if (emphasis !== undefined) pieces.push({ type: 'emphasis', text: emphasis })
    else if (label !== undefined && url !== undefined) pieces.push({ type: 'link', text: label, url })
  }
  if (from < text.length) pieces.push({ type: 'text', text: text.slice(from) })
  return pieces
}
