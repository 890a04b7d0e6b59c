import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { alignSteps } from '../../../src/main/replay/align/align-steps'
import { makeStep } from '../../../src/main/replay/align/step'
import { createAligner } from '../../../src/main/replay/aligner'
import { comparisonSchema, type EventBody } from '../../../src/shared'
import { codeOf, unwrap } from '../../support/workspace'
import { newSessionId, openTestStore } from '../store/helpers'
import { type Contents, change, frame, put, record, replayOn } from './recorded'

const said = (text: string): EventBody => ({ type: 'agent.message', text, final: false })
const read = (target: string): readonly EventBody[] => [
  { type: 'tool.called', callId: target, tool: 'read', kind: 'read', target, input: { path: target } },
  { type: 'tool.finished', callId: target, failed: false, exitCode: null, output: 'x', durationMs: 1 },
]

describe('comparing two sessions', () => {
  it('gives both, aligned, with the files that either changed', async () => {
    const store = openTestStore()
    const contents: Contents = new Map()
    const before = put(contents, 'a\n')
    const one = put(contents, 'b\n')
    const two = put(contents, 'c\n')
    const base = { 'a.ts': before, 'same.ts': before }
    const left = record(store, contents, base, [
      ...frame(1, said('look'), ...read('a.ts')),
      ...frame(2, said('change it'), change(2, 'a.ts', before, one)),
    ])
    const right = record(store, contents, base, [
      ...frame(1, said('look'), ...read('a.ts')),
      ...frame(2, said('think'), ...read('b.ts')),
      ...frame(3, said('change it'), change(3, 'a.ts', before, two), change(3, 'new.ts', null, one)),
    ])
    const compared = unwrap(await replayOn(store, contents).compare(left, right))
    expect(comparisonSchema.parse(compared)).toEqual(compared)
    expect(compared.alignment).toMatchObject({
      prefix: 1,
      suffix: 0,
      firstDivergence: 1,
      pairs: [
        { type: 'matched', left: 0, right: 0, level: 'exact', difference: null },
        { type: 'right_only', right: 1 },
        { type: 'matched', left: 1, right: 2, level: 'intent', difference: 'other text' },
      ],
    })
    expect(compared.sameBase).toBe(true)
    expect(compared.files).toEqual([
      { path: 'a.ts', left: one, right: two, base: before, difference: 'content' },
      { path: 'new.ts', left: null, right: one, base: null, difference: 'right_only' },
    ])
    expect(compared.leftFrames).toHaveLength(2)
    expect(compared.rightFrames).toHaveLength(3)
  })

  it('finds a session the same as itself, and names sessions that are gone', async () => {
    const store = openTestStore()
    const contents: Contents = new Map()
    const id = record(store, contents, {}, [...frame(1, said('a')), ...frame(2, ...read('b'))])
    const replay = replayOn(store, contents)
    expect(unwrap(await replay.compare(id, id)).alignment).toMatchObject({ prefix: 2, firstDivergence: null })
    expect(codeOf(await replay.compare(id, newSessionId()))).toBe('store.not_found')
    expect(codeOf(await replay.compare(newSessionId(), id))).toBe('store.not_found')
  })

  it('says that the bases differ', async () => {
    const store = openTestStore()
    const contents: Contents = new Map()
    const a = put(contents, 'a')
    const left = record(store, contents, { a }, [])
    const right = record(store, contents, { b: a }, [])
    const compared = unwrap(await replayOn(store, contents).compare(left, right))
    expect(compared.sameBase).toBe(false)
    expect(compared.files.map(({ path, difference }) => [path, difference])).toEqual([
      ['a', 'left_only'],
      ['b', 'right_only'],
    ])
  })
})

describe('aligning in a worker', () => {
  const folder = resolve('.cache/workers', `align-${randomUUID()}`)
  beforeAll(async () => {
    await build({
      configFile: false,
      logLevel: 'error',
      build: {
        ssr: true,
        target: 'node20.18',
        outDir: folder,
        rollupOptions: {
          input: { 'align-worker': resolve('src/main/replay/align-worker.ts') },
          output: { format: 'es', entryFileNames: '[name].js' },
        },
      },
      ssr: { noExternal: true },
    })
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const steps = (length: number, seed: number) =>
    Array.from({ length }, (_, index) => {
      const target = `f${(index * seed) % 23}`
      return makeStep({
        tools: [{ kind: 'read', target, args: `${index % 3}`, result: '', failed: false }],
        text: `${(index * seed) % 7}`,
        changes: '',
        opening: '',
      })
    })

  it('gives what aligning in place gives', async () => {
    const align = createAligner(pathToFileURL(join(folder, 'align-worker.js')), () => performance.now())
    const [left, right] = [steps(400, 5), steps(380, 3)]
    const aligned = unwrap(await align(left, right))
    const { durationMs, ...rest } = aligned
    expect(rest).toEqual(alignSteps(left, right))
    expect(durationMs).toBeGreaterThan(0)
  })

  it('fails by name when the worker can not do its work', async () => {
    const align = createAligner(pathToFileURL(join(folder, 'nothing.js')), () => performance.now())
    expect(codeOf(await align(steps(400, 5), steps(380, 3)))).toBe('internal.bug')
  })
})
