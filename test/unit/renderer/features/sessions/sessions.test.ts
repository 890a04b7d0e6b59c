import { describe, expect, it } from 'vitest'
import { filterSessions } from '../../../../../src/renderer/features/sessions/filter'
import { addOlder, cursorOf } from '../../../../../src/renderer/features/sessions/loaded-sessions'
import { noPicks, sideOf, togglePick } from '../../../../../src/renderer/features/sessions/picks'
import { defaultLimits, mirrorOnly, type SessionView, startFold } from '../../../../../src/shared'
import { projectIdSchema, sessionIdSchema } from '../../../../../src/shared/ids'

const projectId = projectIdSchema.parse('22222222-2222-4222-8222-222222222222')

function session(number: number, patch: Partial<SessionView> = {}): SessionView {
  const id = sessionIdSchema.parse(`11111111-1111-4111-8111-${String(number).padStart(12, '0')}`)
  const { view } = startFold(id, number * 1000, {
    type: 'session.started',
    projectId,
    projectName: 'sample-repo',
    projectPath: '/sample',
    runtime: null,
    runtimeTitle: 'Rehearsal',
    variant: 'careful',
    prompt: `Make parseRange accept open ends ${number}`,
    capabilities: ['read_tracked_files'],
    limits: defaultLimits,
    level: mirrorOnly,
  })
  return { ...view, ...patch }
}

describe('filtering sessions', () => {
  const sessions = [
    session(3, { status: 'limit_exceeded' }),
    session(2, { status: 'succeeded', variant: 'hasty' }),
    session(1, { status: 'denied' }),
  ]

  it('finds all words, wherever they stand and in any case', () => {
    expect(filterSessions(sessions, { text: 'HASTY parse', status: 'all' })).toEqual([sessions[1]])
    expect(filterSessions(sessions, { text: 'hasty careful', status: 'all' })).toEqual([])
  })

  it('groups statuses as people look for them', () => {
    expect(filterSessions(sessions, { text: '', status: 'stopped' })).toEqual([sessions[0]])
    expect(filterSessions(sessions, { text: '', status: 'not_started' })).toEqual([sessions[2]])
    const check = { command: 'npm test', failed: true, passedCount: 12, failedCount: 2 }
    const unwell = session(4, { status: 'succeeded', check })
    expect(filterSessions([unwell, ...sessions], { text: '', status: 'finished' })).toEqual([unwell])
    expect(filterSessions([unwell, ...sessions], { text: '', status: 'succeeded' })).toEqual([sessions[1]])
  })
})

describe('pages of sessions', () => {
  it('join without a session twice, and end when all were read', () => {
    const first = { sessions: [session(5), session(4)], total: 4 }
    expect(cursorOf(first)).toBe(4000)
    const all = addOlder(first, { sessions: [session(4), session(3), session(2)], total: 4 })
    expect(all.sessions.map(({ startedAt }) => startedAt)).toEqual([5000, 4000, 3000, 2000])
    expect(cursorOf(all)).toBeNull()
  })
})

describe('picking two', () => {
  const [one, two, three] = [session(1).id, session(2).id, session(3).id]

  it('fills A, then B; a third one takes the place of B', () => {
    const both = togglePick(togglePick(noPicks, one), two)
    expect(both).toEqual({ a: one, b: two })
    expect(togglePick(both, three)).toEqual({ a: one, b: three })
    expect(sideOf(both, two)).toBe('b')
  })

  it('takes a pick back; what was B becomes A', () => {
    expect(togglePick({ a: one, b: two }, one)).toEqual({ a: two, b: null })
  })
})
