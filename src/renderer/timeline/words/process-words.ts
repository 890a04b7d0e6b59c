import type { EventOf } from '../../../shared'
import { formatDuration, plural } from '../../lib/format'
import { type RowWords, row } from './row-shape'

type Started = EventOf<'process.started'>

/** The command of the sandbox that the program was started in, as a shell would take it. */
export const wrapperLine = (wrapper: readonly string[]): string => wrapper.map(quoted).join(' ')

export function startWords(body: Started): RowWords {
  return row('process', {
    text: 'Agent process started',
    target: lastName(body.executable),
    note: `process ${body.pid}${heldBy(body)}`,
    detail: invocationText(body),
  })
}

/** The exact invocation as text: what was started, where, and which variables it was given, by name (I8). */
export function invocationText(body: Started): string {
  return [
    commandLine(body),
    ...(body.wrapper === undefined || body.wrapper.length === 0
      ? []
      : [`Held by: ${wrapperLine(body.wrapper)}`]),
    ...(body.folder === undefined ? [] : [`Folder: ${body.folder}`]),
    ...(body.inputBytes === undefined ? [] : [`Standard input: ${plural(body.inputBytes, 'byte')}`]),
    `Environment variables passed on: ${body.environment.join(', ') || 'none'}`,
  ].join('\n')
}

/** The command as a shell would take it. */
export function commandLine({ executable, args }: Pick<Started, 'executable' | 'args'>): string {
  return [executable, ...args].map(quoted).join(' ')
}

export function exitWords({
  code,
  signal,
  durationMs,
  survivors = 0,
  mayHaveLeft = false,
}: EventOf<'process.exited'>): RowWords {
  const failed = code !== 0
  const left =
    survivors === 0 ? '' : `; ${plural(survivors, 'process', 'processes')} it left behind had to be ended`
  return row('process', {
    text: `Agent process ended${left}${mayHaveLeft ? '; others may still be running' : ''}`,
    chip: failed
      ? { tone: 'bad', text: signal === null ? `exit ${code ?? 'unknown'}` : `ended by ${signal}` }
      : null,
    note: `after ${formatDuration(durationMs)}`,
  })
}

const holders: ReadonlySet<string> = new Set(['bwrap', 'firejail', 'sandbox-exec', 'docker'])

/** Before the sandbox's program there may be others, which set limits: it is the one to be named. */
function heldBy({ wrapper = [] }: Started): string {
  const names = wrapper.map(lastName)
  const name = names.find((each) => holders.has(each)) ?? names[0]
  return name === undefined ? '' : `, held by ${name}`
}
const lastName = (path: string): string => path.split(/[/\\]/).at(-1) ?? path
const quoted = (part: string): string =>
  /^[\w./:=@%+,-]+$/.test(part) ? part : `'${part.replaceAll("'", `'\\''`)}'`
