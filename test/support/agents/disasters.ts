import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  defaultLimits,
  type LimitName,
  type Limits,
  type SandboxBackend,
  type SessionId,
} from '../../../src/shared'
import type { ModelServer } from '../model-server'
import { calling, claudeCalls, text } from '../model-server'
import { temporaryFolder } from '../repository'
import { type App, mayRun, pointAt, startAgent } from './app'

/** The worst that a run may do, in a few words of shell. */
export type Disaster = {
  readonly name: string
  /** `agent`: a command of the real agent's, which bounds what it reads itself; `pipe`: the program that is held is this. */
  readonly by: 'agent' | 'pipe'
  readonly command: string
  /** How the run says it: the limit that ended it, or that it met and went on; or words of what the command came to. */
  readonly named:
    | { readonly endedBy: readonly LimitName[] }
    | { readonly met: LimitName }
    | { readonly said: RegExp }
  /** Harmless where nothing but limits of each process holds it. */
  readonly harmless: boolean
}

const megabyte = 1024 * 1024
const python = '/usr/bin/python3 -c'

export const disasters: readonly Disaster[] = [
  {
    name: '1 GB of output',
    by: 'pipe',
    command: 'yes | head -c 1000000000',
    named: { endedBy: ['events', 'outputBytes'] },
    harmless: true,
  },
  {
    name: '1 GB of errors',
    by: 'pipe',
    command: 'yes | head -c 1000000000 >&2',
    named: { endedBy: ['outputBytes'] },
    harmless: true,
  },
  {
    name: 'a line without end',
    by: 'pipe',
    command: 'tr "\\0" x < /dev/zero',
    named: { endedBy: ['outputBytes'] },
    harmless: true,
  },
  {
    // The agent itself keeps the beginning, and says how much there was.
    name: '1 GB of output of a command',
    by: 'agent',
    command: 'yes | head -c 1000000000',
    named: { said: /y/ },
    harmless: true,
  },
  {
    name: 'a line without end of a command',
    by: 'agent',
    command: 'tr "\\0" x < /dev/zero | head -c 300000000',
    named: { said: /xxx/ },
    harmless: true,
  },
  {
    name: 'a fork bomb',
    by: 'agent',
    command: 'f() { f | f & }; f; sleep 3',
    named: { met: 'processes' },
    harmless: false,
  },
  {
    name: 'a memory bomb',
    by: 'agent',
    command: `${python} 'held = []
while True: held.append(bytearray(8 << 20))'`,
    named: { met: 'memoryBytes' },
    harmless: false,
  },
  {
    name: 'a full /tmp',
    by: 'agent',
    command: 'head -c 5000000000 /dev/zero > /tmp/fill; echo "ended with $?"; rm -f /tmp/fill',
    // Where /tmp has no size of its own it counts as memory.
    named: { said: /No space left|ended with (1|137)|memoryBytes/ },
    harmless: false,
  },
  {
    name: '100,000 files',
    by: 'agent',
    command: `${python} 'import os
os.mkdir("many")
for i in range(100000): open("many/%d" % i, "x").close()
print("made")'`,
    named: { endedBy: ['changedFiles'] },
    harmless: true,
  },
  {
    name: '5,000 open files',
    by: 'agent',
    command: `${python} 'held = [open("/dev/null") for _ in range(5000)]
print("opened")'`,
    named: { said: /Too many open files/ },
    harmless: true,
  },
]

export const disastersFor = (backend: SandboxBackend): readonly Disaster[] =>
  disasters.filter(({ harmless }) => harmless || backend !== 'subprocess')

/** Room for the real agent itself, and little beside. */
export const disasterLimits: Limits = {
  ...defaultLimits,
  memoryBytes: 2048 * megabyte,
  processes: 128,
  wallTimeMs: 90_000,
}

/** A program that is what its prompt says, behind the face of the real agent: so a flood reaches our own pipe. */
export function makeFloodingProgram(): string {
  const folder = temporaryFolder()
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'claude')
  const cases = disasters
    .filter(({ by }) => by === 'pipe')
    .map(({ name, command }) => `*"${name}"*) ${command};;`)
  writeFileSync(
    path,
    `#!/bin/sh
[ "$1" = --version ] && { echo "2.1.197 (Claude Code)"; exit; }
IFS= read -r prompt
case "$prompt" in ${cases.join(' ')} esac
`,
  )
  chmodSync(path, 0o755)
  return path
}

/** What the model says: it has the agent run the command that it is asked for, then ends. */
export const disasterScenario = {
  steps: [],
  rest: ({ body }: { readonly body: unknown }) => {
    const said = JSON.stringify(body)
    const asked = disasters.findLast(({ name }) => said.includes(`Do this: ${name}.`))
    return said.includes('tool_result') || asked === undefined
      ? text('Done.')
      : calling(claudeCalls.bash(asked.command))
  },
} as const

export type Served = { readonly server: ModelServer; readonly flooding: string }

/** Starts a run that does its worst. */
export async function startDisaster(
  app: App,
  disaster: Pick<Disaster, 'name' | 'by'>,
  { server, flooding }: Served,
): Promise<SessionId> {
  await pointAt(app, 'claude', server, disaster.by === 'pipe' ? { path: flooding } : {})
  return startAgent(app, 'claude', {
    capabilities: mayRun,
    limits: disasterLimits,
    prompt: `Do this: ${disaster.name}.`,
  })
}
