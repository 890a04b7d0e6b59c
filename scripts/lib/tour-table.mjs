/**
 * How two sessions compare, as a table of text for a terminal.
 * @param {any} comparison what `sessions.compare` answers
 */
export function comparisonTable({ left, right, leftFrames, rightFrames, alignment, files }) {
  const differing = files.filter(({ difference }) => difference !== 'same')
  const divergence = alignment.pairs[alignment.firstDivergence ?? -1]
  const rows = [
    ['', name(left), name(right)],
    ['status', left.status, right.status],
    ['tests', check(left), check(right)],
    ['frames', leftFrames.length, rightFrames.length],
    ['tool calls', left.toolCalls, right.toolCalls],
    ['files changed', left.changedFiles, right.changedFiles],
    ['lines', lines(left), lines(right)],
    ['tokens (estimated)', tokens(left), tokens(right)],
    ['time', seconds(left), seconds(right)],
  ].map((row) => row.map(String))
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column].length)))
  const table = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]))
      .join('   ')
      .trimEnd(),
  )
  return [
    ...table,
    '',
    `${alignment.prefix} equal frames at the start; they part ${divergence === undefined ? 'nowhere' : `at ${place(divergence)}`}.`,
    `${differing.length} files differ between the results: ${differing.map(({ path }) => path).join(', ')}`,
  ].join('\n')
}

const name = ({ runtimeTitle, variant }) => (variant === null ? runtimeTitle : `${runtimeTitle} · ${variant}`)
const check = ({ check: result }) =>
  result === null ? 'not run' : `${result.passedCount} passed, ${result.failedCount} failed`
const lines = ({ additions, deletions }) => `+${additions} −${deletions}`
const tokens = ({ usage }) =>
  usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens + usage.outputTokens
const seconds = ({ startedAt, endedAt }) => `${Math.round((endedAt - startedAt) / 1000)} s`

function place(pair) {
  if (pair.type === 'matched') return `frame ${pair.left + 1} (${pair.difference ?? pair.level})`
  return pair.type === 'left_only'
    ? `frame ${pair.left + 1} of the first`
    : `frame ${pair.right + 1} of the second`
}
