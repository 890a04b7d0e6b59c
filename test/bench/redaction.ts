import { createRedactor, type Masker } from '../../src/main/log'
import { type Measure, median } from './measure'

/** Characters of each text; all are of one byte. */
const length = 5 * 1024 * 1024
const rounds = 5
/** As node gives the output of a process. */
const pieceLength = 64 * 1024

/** What twenty variables of a developer's machine hold: made up, of usual lengths. */
const environment = Object.fromEntries(
  Array.from({ length: 20 }, (_, index) => [`SERVICE_${index}_API_KEY`, noise(20 + 2 * index, index + 1)]),
)

/**
 * How many bytes of text a second are masked, whole and in pieces, beside parsing the same text as a JSON string; with the secrets of
 * twenty variables known. The last is made of beginnings of secrets in a line of 5 MB.
 */
export async function bench(): Promise<Measure[]> {
  const masker = createRedactor(environment)
  const texts = { log: logOutput(), agent: agentLines(), bait: bait() }
  return Object.entries(texts).flatMap(([name, text]) => {
    const quoted = JSON.stringify(text)
    const parsed = throughput(text, () => String(JSON.parse(quoted)).length)
    return [
      measure(
        `redact.${name}`,
        throughput(text, () => masker.redact(text).length),
        parsed,
      ),
      measure(
        `redact.${name}_stream`,
        throughput(text, () => streamed(text, masker)),
        parsed,
      ),
    ]
  })
}

function measure(name: string, value: number, parsed: number): Measure {
  return {
    name,
    value,
    unit: 'MB/s',
    anchor: `parsing it as JSON, ${Math.round(parsed)} MB/s`,
    ratio: value / parsed,
  }
}

function streamed(text: string, { createStream }: Masker): number {
  const stream = createStream()
  let shown = 0
  for (let at = 0; at < text.length; at += pieceLength)
    shown += stream.push(text.slice(at, at + pieceLength)).length
  return shown + stream.end().length
}

/** Megabytes a second, the median of some rounds. */
function throughput(text: string, work: () => number): number {
  work()
  const speeds = Array.from({ length: rounds }, () => {
    const began = performance.now()
    if (work() === 0) throw new Error('nothing came out')
    return text.length / 1000 / (performance.now() - began)
  })
  return median(speeds)
}

function logOutput(): string {
  return filled((index) =>
    [
      ` ✓ test/unit/part-${index}.test.ts (${index % 40} tests) ${index % 300}ms`.replace('✓', 'ok'),
      `2026-01-02T03:04:05.${100 + (index % 900)}Z info  GET http://localhost:5173/src/feature-${index}.tsx 200`,
      `    at Object.<anonymous> (node_modules/some-package/dist/index.js:${index}:17)`,
      `commit ${noise(40, index, '0123456789abcdef')} author: Jane Doe <jane@example.org>`,
      `+ export const value${index} = parse(input, { strict: true, source: "https://example.org/docs" })`,
      '',
    ].join('\n'),
  )
}

function agentLines(): string {
  return filled((index) => {
    const text = `const total = items.reduce((sum, each) => sum + each.price, 0) // line ${index}\n\tauthor\n`
    const content = [
      { type: 'tool_result', tool_use_id: `toolu_${noise(24, index)}`, content: text.repeat(5) },
    ]
    const message = { role: 'user', content, usage: { input_tokens: index, output_tokens: 2 * index } }
    return `${JSON.stringify({ type: 'user', message, uuid: noise(36, index, '0123456789abcdef-') })}\n`
  })
}

/** One line without a space: every few characters something that could be the beginning of a secret, and is none. */
function bait(): string {
  const beginnings = [
    'sk-',
    'eyJ',
    '://',
    'ghp_',
    'npm_',
    'AKIA',
    'xoxb-',
    'SG.',
    'hf_',
    '-----BEGIN',
    'AIza',
    'key-',
  ]
  const rest = 'eyJhbGciOi:aaaa/bbbb.cc'
  return filled((index) => `${beginnings[index % beginnings.length]}${rest.slice(index % rest.length)}`)
}

function filled(part: (index: number) => string): string {
  const parts: string[] = []
  let sum = 0
  for (let index = 0; sum < length; index += 1) {
    const next = part(index)
    parts.push(next)
    sum += next.length
  }
  // Written out, as a text that came from a process is: not a tree of parts.
  return Buffer.from(parts.join('').slice(0, length)).toString('latin1')
}

/** Characters that look random, the same for the same seed. */
function noise(
  count: number,
  seed: number,
  alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
): string {
  let state = seed * 2654435761 + 12345
  return Array.from({ length: count }, () => {
    state = (state * 1103515245 + 12345) % 2147483648
    return alphabet[Math.floor(state / 65536) % alphabet.length]
  }).join('')
}
