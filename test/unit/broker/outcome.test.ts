import { describe, expect, it } from 'vitest'
import { decideOutcome } from '../../../src/main/broker/outcome'
import { failure } from '../../../src/shared'

const exit = { code: 0, signal: null, durationMs: 1, survivors: 0, outputBytes: 0 }
const good = { cancelledBy: null, limit: null, fault: null, exit, agentFailure: null, finalText: 'Done.' }
const fault = failure('workspace.snapshot_failed', 'no').error

describe('decideOutcome', () => {
  it.each([
    ['a clean end', good, 'succeeded', null],
    ['no final message', { ...good, finalText: null }, 'invalid_output', 'runtime.no_final_message'],
    ['an exit code', { ...good, exit: { ...exit, code: 3 } }, 'failed', 'runtime.exited'],
    ['a signal', { ...good, exit: { ...exit, code: null, signal: 'SIGSEGV' } }, 'failed', 'runtime.exited'],
    ['a fault of ours', { ...good, fault }, 'failed', 'workspace.snapshot_failed'],
    [
      'a limit',
      { ...good, limit: { name: 'events', ceiling: 5 } as const },
      'limit_exceeded',
      'policy.limit_reached',
    ],
    ['a cancel', { ...good, cancelledBy: 'user' as const }, 'cancelled', null],
    [
      'a cancel counts before the limit, the fault and the exit that it caused',
      {
        cancelledBy: 'user' as const,
        limit: { name: 'events', ceiling: 5 } as const,
        fault,
        agentFailure: null,
        exit: { ...exit, code: 130 },
        finalText: 'a late success',
      },
      'cancelled',
      null,
    ],
  ])('%s', (_name, end, status, code) => {
    const outcome = decideOutcome(end)
    expect([outcome.status, outcome.error?.code ?? null]).toEqual([status, code])
  })

  it('keeps what the agent said last', () => {
    expect(decideOutcome({ ...good, exit: { ...exit, code: 1 } }).summary).toBe('Done.')
  })
})
