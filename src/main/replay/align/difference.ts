import type { Step, StepTool } from './step'

/**
 * What tells two matched frames apart, in words, the most telling difference only. The words are the same from both
 * sides: they say what is other, not on which side.
 */
export function difference(a: Step, b: Step): string {
  if (a.tools.length === 0 && b.tools.length === 0) return 'other text'
  if (a.kind !== b.kind) return 'other tool calls around the same one'
  const other = a.tools.filter((tool, index) => tool.target !== b.tools[index]?.target)
  if (other.length > 0) return otherTarget(other)
  return (
    firstDifferent(a.tools, b.tools, ({ args }) => args, otherArguments) ??
    firstDifferent(a.tools, b.tools, ({ failed }) => String(failed), otherOutcome) ??
    firstDifferent(a.tools, b.tools, ({ result }) => result, otherResult) ??
    (a.changes === b.changes ? `${same(a.tools)}, other text` : `${same(a.tools)}, other changes`)
  )
}

function firstDifferent(
  a: readonly StepTool[],
  b: readonly StepTool[],
  part: (tool: StepTool) => string,
  words: (tool: StepTool) => string,
): string | null {
  const found = a.find((tool, index) => {
    const twin = b[index]
    return twin !== undefined && part(twin) !== part(tool)
  })
  return found === undefined ? null : words(found)
}

function otherTarget(tools: readonly StepTool[]): string {
  const nouns = new Set(tools.map(({ kind }) => noun(kind)))
  const [one] = nouns
  if (one === undefined || nouns.size > 1) return 'same tools, other targets'
  return tools.length === 1 ? `other ${one}` : `other ${plural(one)}`
}

const otherArguments = ({ kind }: StepTool): string => {
  switch (kind) {
    case 'edit':
    case 'create':
      return `same file, other ${kind === 'edit' ? 'edit' : 'content'}`
    case 'read':
      return 'same file, other part'
    default:
      return `same ${noun(kind)}, other arguments`
  }
}

const otherOutcome = ({ kind }: StepTool): string => `same ${act(kind)}, fails on one side only`
const otherResult = ({ kind }: StepTool): string =>
  kind === 'read' ? 'same file, other content' : `same ${act(kind)}, other result`

const same = (tools: readonly StepTool[]): string =>
  tools.length === 1 ? `same ${act(tools[0]?.kind ?? '')}` : 'same tool calls'

function noun(kind: string): string {
  switch (kind) {
    case 'read':
    case 'edit':
    case 'create':
    case 'delete':
    case 'rename':
      return 'file'
    case 'run':
      return 'command'
    case 'search':
      return 'search'
    default:
      return 'target'
  }
}

function act(kind: string): string {
  switch (kind) {
    case 'run':
      return 'command'
    case 'read':
    case 'edit':
    case 'search':
    case 'rename':
    case 'wait':
      return kind
    case 'create':
      return 'new file'
    case 'delete':
      return 'deletion'
    default:
      return 'tool call'
  }
}

const plural = (word: string): string => (word === 'search' ? 'searches' : `${word}s`)
