import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import type { BrokerDeps } from '../../../src/main/broker'
import { keepTranscripts } from '../../../src/main/broker/keep-transcripts'
import { createRunControl } from '../../../src/main/broker/run-control'
import { createRedactor } from '../../../src/main/log'
import { type EventBody, ok } from '../../../src/shared'
import { temporaryFolder } from '../../support/repository'

const { listed } = vi.hoisted(() => ({ listed: [] as number[] }))
vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof import('node:fs/promises')>()
  return {
    ...fs,
    readdir: async (...args: Parameters<typeof fs.readdir>) => {
      const names = await fs.readdir(...args)
      listed.push(names.length)
      return names
    },
  }
})

const secret = 'hunter2-hunter2-hunter2-xyz'
const kilobyte = 1024
/** A thousandth of the real ones. */
const sizes = { file: 16 * kilobyte, all: 64 * kilobyte, allOfCancelled: 4 * kilobyte, slice: kilobyte }

async function keep(
  files: Readonly<Record<string, string>>,
  patch: Partial<BrokerDeps> = {},
  onYield: (control: ReturnType<typeof createRunControl>, turns: number) => void = () => {},
) {
  const homeFolder = temporaryFolder()
  mkdirSync(homeFolder, { recursive: true })
  for (const [name, content] of Object.entries(files)) writeFileSync(join(homeFolder, name), content)
  const events: EventBody[] = []
  const kept: Buffer[] = []
  const logged: unknown[] = []
  const control = createRunControl()
  const redactor = createRedactor({ MY_SECRET_TOKEN: secret })
  let turns = 0
  const deps = {
    storeContent: (bytes: Buffer) => {
      kept.push(bytes)
      return Promise.resolve(ok('a'.repeat(64)))
    },
    yieldToLoop: () => {
      turns += 1
      onYield(control, turns)
      return Promise.resolve()
    },
    log: { error: (...entry: unknown[]) => logged.push(entry) },
    ...patch,
  }
  await keepTranscripts(
    deps as unknown as BrokerDeps,
    {
      ...redactor,
      sessionId: 's',
      control,
      mirror: { homeFolder },
      candidate: { runtime: { isTranscript: (path: string) => path.endsWith('.jsonl') } },
      push: (body: EventBody) => events.push(body),
    } as unknown as Parameters<typeof keepTranscripts>[1],
    sizes,
  )
  return { events, kept, logged, turns }
}

/** A secret across the border of each slice. */
const long = (size: number) => {
  const line = `${secret} ${'ä'.repeat(20)}\n`
  return line.repeat(Math.floor(size / Buffer.byteLength(line)))
}

describe('keepTranscripts', () => {
  it('masks a long one slice by slice, with turns for others in between', async () => {
    const text = long(3.5 * kilobyte)
    const { kept, turns, events } = await keep({ 'a.jsonl': text, 'other.txt': 'x' })
    expect(events).toMatchObject([{ type: 'transcript.kept', path: 'a.jsonl' }])
    expect(kept[0]?.toString('utf8') === text.replaceAll(secret, '[masked: MY_SECRET_TOKEN]')).toBe(true)
    expect(turns).toBeGreaterThanOrEqual(4)
  })

  it('keeps a bounded size of a file and in all, and says what is left out', async () => {
    const big = 'x\n'.repeat(7 * kilobyte)
    const { events } = await keep({
      ...Object.fromEntries(['1', '2', '3', '4', '5'].map((name) => [`${name}.jsonl`, big])),
      'huge.jsonl': 'x\n'.repeat(8.5 * kilobyte),
      'small.jsonl': 'x\n',
    })
    expect(events.map((body) => (body.type === 'transcript.kept' ? body.path : body.type))).toEqual([
      '1.jsonl',
      '2.jsonl',
      '3.jsonl',
      '4.jsonl',
      'small.jsonl',
      'agent.notice',
    ])
    expect(events.at(-1)).toMatchObject({ text: expect.stringContaining('2 of the agent’s own 7') })
  })

  it('holds no folder’s names as a whole, of which there may be millions', async () => {
    const names = Array.from({ length: 6000 }, (_, index) => `${index}.txt`)
    const { logged, events } = await keep(Object.fromEntries(names.map((name) => [name, ''])))
    expect(logged).toEqual([])
    expect(events).toMatchObject([
      { type: 'agent.notice', level: 'warning', text: expect.stringContaining('more than 5000 files') },
    ])
    expect(Math.max(0, ...listed)).toBeLessThan(6000)
  })

  it('stops when the run is cancelled in the meantime', async () => {
    const { kept, turns } = await keep(
      { 'a.jsonl': 'x\n'.repeat(kilobyte), 'b.jsonl': 'x\n'.repeat(5 * kilobyte), 'c.jsonl': 'x\n' },
      {},
      (control, turn) => {
        if (turn === 5) control.cancel('user')
      },
    )
    expect(kept.map(({ length }) => length)).toEqual([2 * kilobyte, 2])
    expect(turns).toBeLessThan(10)
  })

  it('is no reason for a run to fail: what the store throws is logged', async () => {
    const { logged, events } = await keep(
      { 'a.jsonl': 'x' },
      {
        storeContent: () => {
          throw new Error('the database is locked')
        },
      },
    )
    expect(logged).toHaveLength(1)
    expect(events).toEqual([])
  })
})
