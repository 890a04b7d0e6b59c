/** What a piece of code is, as far as it has a colour of its own. Index 0 is unused: spans are plain numbers. */
export const codeKinds = [
  'plain',
  'keyword',
  'string',
  'comment',
  'literal',
  'title',
  'type',
  'attribute',
  'meta',
] as const
export type CodeKind = (typeof codeKinds)[number]

/**
 * The coloured pieces of a text, line by line: pieces of line `i` are `pieces[3 * n]` (start), `+ 1` (end), `+ 2` (index
 * into codeKinds) for `n` from `first[i]` to `first[i + 1]`.
 */
export type Spans = { readonly first: Int32Array; readonly pieces: Int32Array }

/** Classes of the highlighter → kinds. What is not here stays plain. */
const kinds: Readonly<Record<string, CodeKind>> = {
  'hljs-keyword': 'keyword',
  'hljs-doctag': 'keyword',
  'hljs-selector-tag': 'keyword',
  'hljs-tag': 'meta',
  'hljs-name': 'keyword',
  'hljs-string': 'string',
  'hljs-regexp': 'string',
  'hljs-char': 'string',
  'hljs-link': 'string',
  'hljs-symbol': 'literal',
  'hljs-bullet': 'literal',
  'hljs-comment': 'comment',
  'hljs-quote': 'comment',
  'hljs-number': 'literal',
  'hljs-literal': 'literal',
  'hljs-title': 'title',
  'hljs-section': 'title',
  'hljs-type': 'type',
  'hljs-built_in': 'type',
  'hljs-attr': 'attribute',
  'hljs-attribute': 'attribute',
  'hljs-selector-class': 'attribute',
  'hljs-selector-id': 'attribute',
  'hljs-selector-attr': 'attribute',
  'hljs-meta': 'meta',
  'hljs-deletion': 'literal',
  'hljs-addition': 'string',
}

/** The part of a highlighted tree that is read here. */
export type CodeNode = {
  readonly type: string
  readonly value?: string
  readonly properties?: { readonly className?: unknown }
  readonly children?: readonly CodeNode[]
}

/** Flattens a highlighted tree into spans by line. */
export function flattenSpans(root: CodeNode): Spans {
  const first: number[] = [0]
  const pieces: number[] = []
  let column = 0

  const addText = (text: string, kind: number) => {
    let from = 0
    for (let at = text.indexOf('\n'); ; at = text.indexOf('\n', from)) {
      const to = at < 0 ? text.length : at
      if (to > from && kind !== 0) pieces.push(column, column + to - from, kind)
      if (at < 0) {
        column += to - from
        return
      }
      column = 0
      from = at + 1
      first.push(pieces.length / 3)
    }
  }
  const visit = (node: CodeNode, kind: number) => {
    if (node.type === 'text') return addText(node.value ?? '', kind)
    const own = kindOf(node.properties?.className)
    for (const child of node.children ?? []) visit(child, own ?? kind)
  }
  visit(root, 0)
  first.push(pieces.length / 3)
  return { first: Int32Array.from(first), pieces: Int32Array.from(pieces) }
}

function kindOf(classes: unknown): number | null {
  if (!Array.isArray(classes)) return null
  // An interpolation within a string is code again.
  if (classes.includes('hljs-subst')) return 0
  const name: unknown = classes[0]
  if (typeof name !== 'string' || !Object.hasOwn(kinds, name)) return null
  const kind = kinds[name]
  return kind === undefined ? null : codeKinds.indexOf(kind)
}
