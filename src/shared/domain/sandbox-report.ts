import { z } from 'zod'
import { aspectWords, type BackendProbe, backendProbeSchema } from './sandbox'

/** What the report says of the machine besides. */
export const reportMachineSchema = z.object({
  /** The app's version. */
  app: z.string(),
  /** The system with its version. */
  system: z.string(),
  isRoot: z.boolean(),
})
export type ReportMachine = Readonly<z.infer<typeof reportMachineSchema>>

/** What is known of the sandboxes of this machine. */
export const sandboxStateSchema = z.object({
  probes: z.array(backendProbeSchema),
  machine: reportMachineSchema,
})
export type SandboxState = Readonly<z.infer<typeof sandboxStateSchema>>

const outcomeWords = { held: 'held', partly: 'in part', not_held: 'NOT HELD', unknown: 'not known' } as const

/** The probes as plain text that can be pasted into a bug report. Names no home folder. */
export function sandboxReport(probes: readonly BackendProbe[], machine: ReportMachine): string {
  const head = `Glovebox ${machine.app} on ${machine.system}${machine.isRoot ? ', as root' : ''}`
  return [head, ...probes.map(backendText)].join('\n\n').concat('\n')
}

function backendText(probe: BackendProbe): string {
  const { title, version, path, available, problem, warnings, aspects, probedAt } = probe
  const width = Math.max(0, ...aspects.map(({ aspect }) => aspectWords[aspect].title.length))
  return [
    `${[title, version].filter((each) => each !== null).join(' ')}: ${available ? 'can be used' : 'can’t be used'}`,
    ...(path === null ? [] : [`  program: ${withoutHome(path)}`]),
    `  probed: ${new Date(probedAt).toISOString()}`,
    ...(problem === null ? [] : [`  problem: ${problem.code}: ${withoutHome(problem.message)}`]),
    ...warnings.map((warning) => `  note: ${warning}`),
    ...aspects.map(
      ({ aspect, outcome, evidence }) =>
        `  ${aspectWords[aspect].title.padEnd(width)}  ${outcomeWords[outcome].padEnd(9)}  ${evidence}`,
    ),
  ].join('\n')
}

function withoutHome(text: string): string {
  return text.replace(/\/(home|Users)\/[^/\s]+/g, '~')
}
