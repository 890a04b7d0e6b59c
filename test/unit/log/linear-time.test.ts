import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createMaskedRecord } from '../../../src/main/broker/masked-record'
import { createKeyCarry, createRedactor } from '../../../src/main/log'
import { normaliseTarget, normaliseText } from '../../../src/main/replay/align/normalise'
import { createUsageLedger } from '../../../src/main/runtimes/claude/usage'
import { classifyCodexMessage } from '../../../src/main/runtimes/codex/failure-text'
import { readRetry } from '../../../src/main/runtimes/codex/retrying'
import { isUnsafeName } from '../../../src/main/workspace/files/safe-path'
import { autoRunPlace, isTestCommand, readCheckResult } from '../../../src/shared'

const { redact, createStream, createSplitWatch, forRun } = createRedactor({
  APP_TOKEN: 'aaaaaaaaaaaa',
  SPACED_SECRET: 'two words and more',
})
const firstLine = `-----BEGIN PRIV${'ATE'} KEY-----`
const libraryTriggers = `SECRET_ACCESS _authToken= xoxb- hooks.slack.com SG. shpat${'_'} ghp${'_'} T3BlbkFJ sk-ant-api lin_api_ ops_ey mongodb://`

/** Whatever an agent, or a repository, writes is given to these. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  'the redactor': redact,
  'a redaction stream': (text) => {
    const stream = createStream()
    return [...piecesOf(text, 64).map(stream.push), stream.end()]
  },
  'the watch over split texts': (text) => watch(piecesOf(text, 16)),
  'the watch over split texts, in a key': (text) => watch([firstLine, ...piecesOf(text, 16)]),
  'the private-key watch, of a line': (text) => carry([`${text}!`]),
  'the private-key watch, of a header': (text) => carry([`Proc-Type: ${text}!`]),
  'a line of many texts': (text) => {
    const texts = [firstLine, ...piecesOf(text, 8)]
    const record = createMaskedRecord({
      redactor: forRun(),
      lineRedactor: forRun(),
      push: () => {},
      pushLine: () => {},
      later: () => () => {},
    })
    record.pushLine(
      1,
      JSON.stringify({ content: texts, whole: text }),
      texts.map((each) => ({ type: 'agent.message', text: each, final: false })),
    )
    record.settle()
  },
  'a model’s name': (text) => createUsageLedger(1).settle({ [text]: { inputTokens: 1 } }),
  'an output that is compared': (text) => normaliseText(`a${text}b`),
  'a target that is compared': (text) => [normaliseTarget(text, 'run'), normaliseTarget(text, 'read')],
  'a failure’s sentence': (text) => [
    classifyCodexMessage(text),
    readRetry(`Reconnecting... 1/2 (${text}!`, 0),
  ],
  'a test’s command and output': (text) => [
    isTestCommand(`node ${text}`),
    readCheckResult('npm test', text, false),
  ],
  'a file’s name': (text) => [isUnsafeName(`git~1${text}x`), autoRunPlace(`a/${text}x`)],
}

const hostile: readonly string[] = [
  ...['\\', ' ', '\t', '\n', '1', 'a', 'A', '[', '-', '=', '.', '"', "'", '/', '+', ':', '`', '. '],
  ...['\\"', '\\n', '1.', '[a', '00:', '/a', 'C:\\', '://', '://a:b', '\u001b[0', '\u001b]', 'A1 '],
  ...['model ', 'log in ', 'timed out ', 'duration ', 'ERROR ', '# pass 1 ', 'a/node ', '1 passe'],
  ...['Authorization: ', '-api-key=', 'SECRET_ACCESS_KEY ', 'eyJ', 'eyJaaaaaaaaaa.', 'sk-', 'SG.', 'xoxb-a-'],
  ...['-----BEGIN', '-----END', firstLine, `${firstLine}\n`, 'mongodb://a:b1c2d3e4f5@c\\/d '],
  `Authorization:${' '.repeat(385)}!`,
  `${libraryTriggers}${'\\'.repeat(1900)}`,
]

const piecesOf = (text: string, length: number): readonly string[] =>
  text.match(new RegExp(`[^]{1,${length}}`, 'g')) ?? []

function watch(pieces: readonly string[]): void {
  const watching = createSplitWatch({ separator: '', onWait: () => {}, onFree: () => {}, onPart: () => {} })
  for (const piece of pieces) watching.push(piece, null)
  watching.end()
}

function carry(lines: readonly string[]): void {
  const { take } = createKeyCarry()
  take(firstLine)
  lines.map(take)
}

const [shortest, longest] = [4096, 65_536]
const tries = 4

function timeOf(read: (text: string) => unknown, text: string): number {
  const start = performance.now()
  read(text)
  return performance.now() - start
}

const repeated = (part: string, length: number): string => part.repeat(Math.ceil(length / part.length))

/** What takes time in proportion to a text's length takes 4 times as long for one of 4 times the length. */
function expectLinear(read: (text: string) => unknown, part: string): void {
  // Long enough to be measured.
  let length = shortest
  while (length < longest && timeOf(read, repeated(part, length)) < 1) length *= 4
  const [one, four] = [repeated(part, length), repeated(part, 4 * length)]
  let [ofOne, ofFour] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let at = 0; at < tries; at += 1) {
    ofOne = Math.min(ofOne, timeOf(read, one))
    ofFour = Math.min(ofFour, timeOf(read, four))
    if (ofFour < 10 * ofOne + 50) return
  }
  expect.fail(
    `${JSON.stringify(part.slice(0, 60))}: ${ofOne} ms for ${one.length} characters, ${ofFour} ms for ${four.length}`,
  )
}

describe.each(Object.entries(readers))('the time that is taken by %s grows with the text', (_, read) => {
  it('of what careless patterns stumble over', () => {
    for (const part of hostile) expectLinear(read, part)
  }, 30_000)

  it('of whatever is repeated', () => {
    const part = fc.array(fc.constantFrom(...hostile.slice(0, -2)), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(part, (parts) => expectLinear(read, parts.join(''))),
      { numRuns: 30 },
    )
  }, 30_000)
})

it('the time for totals by model does not grow with the responses of each', () => {
  const settle = (count: number): void => {
    const ledger = createUsageLedger(1)
    const names = Array.from({ length: count }, (_, index) => `model-${index}`)
    for (const name of names) ledger.whole(null, name, name, { input_tokens: 1 })
    ledger.settle(Object.fromEntries(names.map((name) => [name, { inputTokens: 2 }])))
  }
  expectLinear((text) => settle(text.length / 2), 'ab')
})
