/** The command line is wrong: the message says how. */
export class UsageError extends Error {}

const capabilities = new Set(['read_tracked_files', 'write_mirror', 'create_files', 'run_commands'])
const nameShape = /^[a-z][a-z0-9-]{0,39}$/

/**
 * @typedef {{ events: number, perSecond: number, frames: number }} Flood
 * @param {readonly string[]} args
 */
export function parseArguments(args) {
  const values = new Map()
  const flags = new Set()
  for (let index = 0; index < args.length; index += 1) {
    const name = args[index]
    if (name === '--no-wait') flags.add(name)
    else if (['--scenario', '--scenario-file', '--mirror', '--capabilities', '--pace'].includes(name)) {
      index += 1
      if (args[index] === undefined) throw new UsageError(`${name} needs a value`)
      values.set(name, args[index])
    } else throw new UsageError(`unknown option ${name}`)
  }
  const scenario = values.get('--scenario') ?? 'survey'
  const flood = parseFlood(scenario)
  if (flood === null && !nameShape.test(scenario)) throw new UsageError(`no scenario is called ${scenario}`)
  const mirror = values.get('--mirror')
  if (mirror === undefined && flood === null) throw new UsageError('--mirror needs the folder to work in')
  const pace = values.get('--pace') ?? 'real'
  if (pace !== 'real' && pace !== 'fast') throw new UsageError('--pace is real or fast')
  return {
    scenario,
    /** A scenario outside the built-in ones: for tests. */
    scenarioFile: values.get('--scenario-file') ?? null,
    flood,
    mirror,
    capabilities: parseCapabilities(values.get('--capabilities') ?? ''),
    pace,
    wait: !flags.has('--no-wait'),
  }
}

/** Capabilities that this agent has no use for are ignored, unknown words too: what is not known is not held. */
function parseCapabilities(text) {
  return new Set(text.split(',').filter((word) => capabilities.has(word)))
}

/** "flood:<events>@<events a second>", "/<frames>" behind it; 0 a second: as fast as they are taken. */
function parseFlood(scenario) {
  const match = /^flood:(\d{1,8})@(\d{1,7})(?:\/(\d{1,6}))?$/.exec(scenario)
  if (match === null) return null
  return { events: Number(match[1]), perSecond: Number(match[2]), frames: Math.max(1, Number(match[3] ?? 1)) }
}
