import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { AgentEvent } from '../../../src/main/runtimes'
import {
  eventBodySchema,
  foldSession,
  readCheckResult,
  sessionIdSchema,
  startFold,
} from '../../../src/shared'
import { emptyMirror, only, type Play, play, remove, sampleMirror } from './agent'

const mirrors: string[] = []
const kept = (folder: string): string => {
  mirrors.push(folder)
  return folder
}
afterEach(() => {
  for (const folder of mirrors.splice(0)) remove(folder)
})

const scenarios = { careful: sampleMirror(), hasty: sampleMirror() }
let careful: Play
let hasty: Play
beforeAll(async () => {
  careful = await play({ mirror: scenarios.careful, scenario: 'careful' })
  hasty = await play({ mirror: scenarios.hasty, scenario: 'hasty' })
})
afterAll(() => {
  for (const folder of Object.values(scenarios)) remove(folder)
})

/** Passed and failed tests of each test run, in order, as the app reads them. */
function checksOf(events: readonly AgentEvent[]) {
  return only(events, 'tool.called')
    .filter(({ target }) => target?.startsWith('node --test'))
    .map(({ callId, target }) => {
      const output = only(events, 'tool.output').filter((each) => each.callId === callId)
      const { passedCount, failedCount } = readCheckResult(
        target ?? '',
        output.map(({ text }) => text).join(''),
        false,
      )
      return [passedCount, failedCount]
    })
}

/** What each response says and calls, without ids and times. */
function framesOf(events: readonly AgentEvent[]): string[] {
  const frames: string[][] = []
  for (const event of events) {
    if (event.type === 'response.started') frames.push([])
    if (event.type === 'agent.message' || event.type === 'agent.thinking') frames.at(-1)?.push(event.text)
    if (event.type === 'tool.called')
      frames.at(-1)?.push(`${event.tool} ${event.target} ${JSON.stringify(event.input)}`)
  }
  return frames.map((frame) => frame.join('\n'))
}

describe('careful', () => {
  it('fixes the bug: 13 of 14 tests pass before, all 16 after, and only what it says is changed', () => {
    const mirror = scenarios.careful
    const { events, exit, stderr } = careful
    expect([exit.code, exit.survivors, stderr]).toEqual([0, 0, ''])
    expect(checksOf(events)).toEqual([
      [13, 1],
      [16, 0],
    ])
    expect(only(events, 'final')[0]?.text).toMatch(/All tests pass/)
    expect(readFileSync(join(mirror, 'src/range.js'), 'utf8')).toContain('Infinity : Number(m[2])')
    expect(existsSync(join(mirror, 'test/open-end.test.js'))).toBe(true)
    expect(only(events, 'agent.unknown')).toEqual([])
  })

  it('reads like work: 10 to 14 responses, thinking, a failing call, usage without a price', () => {
    const { events } = careful
    const responses = only(events, 'response.finished').length
    expect(responses).toBeGreaterThanOrEqual(10)
    expect(responses).toBeLessThanOrEqual(14)
    expect(only(events, 'agent.thinking').length).toBeGreaterThan(0)
    expect(only(events, 'tool.finished').some(({ failed }) => failed)).toBe(true)
    const usages = only(events, 'agent.usage')
    expect(usages.map(({ responseId }) => responseId)).toEqual(
      only(events, 'response.finished').map(({ responseId }) => responseId),
    )
    expect(usages.every(({ usage, model }) => usage.costUsd === null && model?.includes('estimate'))).toBe(
      true,
    )
    expect(usages.at(-1)?.usage.cacheReadTokens).toBeGreaterThan(usages[1]?.usage.cacheReadTokens ?? 0)
  })

  it('says no more than is true when it may not change or run anything', async () => {
    const mirror = kept(sampleMirror())
    const before = readFileSync(join(mirror, 'src/range.js'), 'utf8')
    const { events, exit } = await play({ mirror, scenario: 'careful', capabilities: ['read_tracked_files'] })
    expect(exit.code).toBe(0)
    expect(only(events, 'final').map(({ text }) => text)).toEqual([
      expect.stringMatching(/did not change it/),
    ])
    const refused = only(events, 'tool.finished').filter(({ output }) => output?.startsWith('Refused'))
    expect(refused.length).toBeGreaterThanOrEqual(4)
    expect(readFileSync(join(mirror, 'src/range.js'), 'utf8')).toBe(before)
    expect(readdirSync(join(mirror, 'test'))).toEqual(['range.test.js'])
  })

  it('says so when it may change files but not run the tests', async () => {
    const mirror = kept(sampleMirror())
    const { events } = await play({
      mirror,
      scenario: 'careful',
      capabilities: ['read_tracked_files', 'write_mirror'],
    })
    expect(only(events, 'final').map(({ text }) => text)).toEqual([
      expect.stringMatching(/run the tests before/),
    ])
  })
})

describe('hasty', () => {
  it('changes more and leaves two of fourteen tests failing, and says that it is done', () => {
    const mirror = scenarios.hasty
    const { events, exit } = hasty
    expect(exit.code).toBe(0)
    expect(checksOf(events)).toEqual([
      [13, 1],
      [12, 2],
    ])
    expect(only(events, 'final')[0]?.text).toMatch(/^Done/)
    expect(readdirSync(join(mirror, 'src'))).toEqual(['helpers.js', 'index.js', 'list.js', 'range.js'])
    expect(new Set(only(events, 'tool.called').map(({ kind }) => kind))).toEqual(
      new Set(['read', 'search', 'run', 'edit', 'rename', 'delete']),
    )
  })

  it('begins with the same five frames as careful, then parts', () => {
    const [left, right] = [framesOf(careful.events), framesOf(hasty.events)]
    expect(right.slice(0, 5)).toEqual(left.slice(0, 5))
    expect(right[5]).not.toBe(left[5])
  })
})

describe('another repository', () => {
  it('gets a survey instead, with a word on why; only the summary is new', async () => {
    const mirror = kept(sampleMirror())
    remove(join(mirror, 'package.json'))
    const before = readdirSync(mirror, { recursive: true }).map(String)
    const { events, exit } = await play({ mirror, scenario: 'hasty', prompt: 'Please   refactor' })
    expect(exit.code).toBe(0)
    expect(only(events, 'agent.message')[0]?.text).toMatch(
      /“hasty” is written for the sample repository only.*“Please refactor”/,
    )
    const after = readdirSync(mirror, { recursive: true }).map(String)
    expect(after.filter((path) => !before.includes(path))).toEqual(['GLOVEBOX-SURVEY.md'])
    expect(readFileSync(join(mirror, 'GLOVEBOX-SURVEY.md'), 'utf8')).toMatch(/^\| \.js \| \d+ \| \d+ \|$/m)
  })

  it('is surveyed without a summary file where none may be created, or one is there', async () => {
    const mirror = kept(sampleMirror())
    const denied = await play({
      mirror,
      scenario: 'survey',
      capabilities: ['read_tracked_files', 'run_commands'],
    })
    expect(only(denied.events, 'final')[0]?.text).toMatch(/I wrote no summary/)
    expect(existsSync(join(mirror, 'GLOVEBOX-SURVEY.md'))).toBe(false)
    await play({ mirror, scenario: 'survey' })
    const again = await play({ mirror, scenario: 'survey' })
    expect(only(again.events, 'final')[0]?.text).toMatch(/there already/)
  })

  it('may be empty, and nothing is read where nothing may be', async () => {
    const { events } = await play({ mirror: kept(emptyMirror()), scenario: 'survey' })
    expect(only(events, 'final')[0]?.text).toMatch(/^0 files/)
    const blind = await play({
      mirror: kept(sampleMirror()),
      scenario: 'careful',
      capabilities: ['run_commands'],
    })
    expect(only(blind.events, 'tool.called')).toEqual([])
    expect(only(blind.events, 'final')[0]?.text).toMatch(/may not read files/)
  })
})

describe('flood', () => {
  it('sends just so many events, readable ones, in the frames asked for', async () => {
    const { events, exit } = await play({ mirror: kept(emptyMirror()), scenario: 'flood:2500@0/5' })
    expect(exit.code).toBe(0)
    const framing = ['response.started', 'response.finished', 'final']
    const counted = events.filter((event) => !framing.includes(event.type))
    // The final message is one more.
    expect(counted.length).toBe(2501)
    expect(only(events, 'response.finished').length).toBe(5)
    expect(only(events, 'agent.unknown')).toEqual([])
  })

  it('is folded by the app like any session', async () => {
    const { events } = await play({ mirror: kept(emptyMirror()), scenario: 'flood:200@0' })
    const id = sessionIdSchema.parse('123e4567-e89b-42d3-a456-426614174000')
    const started = startFold(id, 0, {
      type: 'session.started',
      projectId: '123e4567-e89b-42d3-a456-426614174001' as never,
      projectName: 'p',
      projectPath: '/p',
      runtime: null,
      runtimeTitle: 'Rehearsal',
      variant: null,
      prompt: 'p',
      capabilities: [],
      limits: {} as never,
      level: { backend: 'none', title: '', held: [], notHeld: [] },
    })
    const fold = events.reduce((state, event, index) => {
      const body = eventBodySchema.safeParse(event)
      return body.success ? foldSession(state, { seq: index + 2, at: 0, row: index, body: body.data }) : state
    }, started)
    expect(fold.view.toolCalls).toBe(20)
  })
})
