import { describe, expect, it } from 'vitest'
import { type PaletteActs, paletteGroups } from '../../../../src/renderer/app/palette-commands'
import type { Place } from '../../../../src/renderer/lib/navigation'
import {
  defaultLimits,
  mirrorOnly,
  noUsage,
  type ProjectView,
  projectViewSchema,
  sessionViewSchema,
} from '../../../../src/shared'

const project: ProjectView = projectViewSchema.parse({
  id: '6f0c1b1e-0000-4000-8000-000000000001',
  name: 'sample-repo',
  path: '/code/sample-repo',
  identity: 'x',
  addedAt: 1,
  preferredRuntime: null,
  head: null,
  problem: null,
  consent: null,
  consentState: null,
  sessions: 1,
})
const session = sessionViewSchema.parse({
  id: '6f0c1b1e-0000-4000-8000-000000000003',
  projectId: project.id,
  projectName: 'sample-repo',
  projectPath: project.path,
  runtime: 'rehearsal',
  runtimeTitle: 'Rehearsal',
  variant: null,
  prompt: 'Make parseRange accept open ends\nand keep the rest',
  capabilities: ['read_tracked_files'],
  limits: defaultLimits,
  level: mirrorOnly,
  status: 'limit_exceeded',
  error: null,
  summary: null,
  startedAt: 1,
  endedAt: 2,
  head: null,
  inventory: null,
  baseTree: null,
  lastSeq: 1,
  rows: 1,
  frames: 0,
  turns: 0,
  toolCalls: 0,
  toolErrors: 0,
  unknownLines: 0,
  outputBytes: 0,
  usage: noUsage,
  check: null,
  changes: [],
  changedFiles: 0,
  additions: 0,
  deletions: 0,
})

function setUp() {
  const done: unknown[] = []
  const acts: PaletteActs = {
    go: (place: Place) => done.push(place),
    openConsent: ({ id }) => done.push(['consent', id]),
    chooseProject: () => done.push('choose'),
    addSample: () => done.push('sample'),
    setTheme: (theme) => done.push(theme),
    probeAgain: () => done.push('probe'),
    probeSandboxes: () => done.push('probe sandboxes'),
    copySandboxReport: () => done.push('sandbox report'),
    showKeys: () => done.push('keys'),
  }
  const groups = paletteGroups([project], [session], acts)
  const commands = groups.flatMap((group) => group.commands)
  const run = (id: string) => commands.find((command) => command.id === id)?.run()
  return { done, groups, commands, run, acts }
}

describe('paletteGroups', () => {
  it('gives each command an id of its own', () => {
    const { commands } = setUp()
    expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length)
  })
  it('leads to every view by its key', () => {
    const { groups } = setUp()
    expect(groups[0]?.commands.map(({ title, keys }) => `${title} ${keys}`)).toEqual([
      'Projects mod+1',
      'Run mod+2',
      'Sessions mod+3',
      'Compare mod+4',
      'Settings mod+5',
    ])
  })
  it('runs on a project, asks for its consent, replays and compares a session', () => {
    const { run, done } = setUp()
    run(`run ${project.id}`)
    run(`consent ${project.id}`)
    run(`replay ${session.id}`)
    run(`compare ${session.id}`)
    expect(done).toEqual([
      { view: 'run', sessionId: null, projectId: project.id },
      ['consent', project.id],
      { view: 'replay', sessionId: session.id, frame: null },
      { view: 'compare', left: session.id, right: null },
    ])
  })
  it('names a session by the first line of its prompt', () => {
    const { commands } = setUp()
    const replay = commands.find(({ id }) => id === `replay ${session.id}`)
    expect(replay?.title).toBe('Replay “Make parseRange accept open ends”')
    expect(replay?.detail).toBe('Rehearsal on sample-repo, limit reached')
  })
  it('leaves out groups that hold nothing', () => {
    const { acts } = setUp()
    expect(paletteGroups([], [], acts).map(({ title }) => title)).toEqual(['Go to', 'Glovebox'])
  })
})
