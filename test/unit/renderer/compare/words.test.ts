import { describe, expect, it } from 'vitest'
import { baseWords } from '../../../../src/renderer/features/compare/model/base-words'
import { checkWords } from '../../../../src/renderer/features/compare/model/check-words'
import { deltasOf } from '../../../../src/renderer/features/compare/model/deltas'
import { foldWords } from '../../../../src/renderer/features/compare/model/fold-words'
import { pickGroups } from '../../../../src/renderer/features/compare/model/pick-groups'
import {
  changedBy,
  differenceOf,
  firstToShow,
  shownFiles,
} from '../../../../src/renderer/features/compare/model/result-files'
import { type FileState, noUsage, type ResultingFile } from '../../../../src/shared'
import { ids } from '../../../support/builders'
import { aFrame, aSession } from './support'

describe('foldWords', () => {
  it('names what was read, changed and run', () => {
    const frames = [
      aFrame(['read', 'README.md'], ['read', 'a.ts']),
      aFrame(['run', 'npm test']),
      aFrame(['read', 'b.ts'], ['read', 'c.ts'], ['run', 'npm test'], ['edit', 'a.ts'], ['wait', 'x']),
    ]
    expect(foldWords(frames)).toBe(
      'read README.md, a.ts, b.ts and 1 more; edited a.ts; ran npm test 2 times; 1 other call',
    )
    expect(foldWords([aFrame()])).toBe('messages only')
  })
})

describe('checkWords', () => {
  const check = (passedCount: number | null, failedCount: number | null, failed: boolean) =>
    checkWords({ command: 'npm test', passedCount, failedCount, failed })
  it.each([
    [check(14, 0, false), '14 of 14 checks pass', 'ok'],
    [check(12, 2, true), '2 of 14 checks fail', 'bad'],
    [check(null, null, true), 'checks fail', 'bad'],
    [check(null, null, false), 'checks pass', 'ok'],
    [check(14, 0, true), 'checks fail (14 passed)', 'bad'],
  ])('%j', (words, text, tone) => {
    expect(words).toEqual({ text, tone })
  })
  it('has nothing to say where no test ran', () => {
    expect(checkWords(null)).toBeNull()
  })
})

describe('deltasOf', () => {
  const left = aSession({
    frames: 31,
    changedFiles: 5,
    additions: 61,
    deletions: 22,
    usage: { ...noUsage, inputTokens: 48_000, outputTokens: 200, costUsd: 0.21 },
    startedAt: 0,
    endedAt: 72_000,
  })
  const right = aSession({
    frames: 34,
    changedFiles: 2,
    additions: 14,
    deletions: 3,
    usage: { ...noUsage, inputTokens: 61_700, cacheReadTokens: 200, costUsd: 0.26 },
    startedAt: 1000,
    endedAt: 101_000,
  })
  it('sets the measures side by side, with the difference of B against A', () => {
    expect(
      deltasOf({ left, right }, 0).map(({ label, left: a, right: b, difference }) => [
        label,
        a,
        b,
        difference,
      ]),
    ).toEqual([
      ['Frames', '31', '34', '+3'],
      ['Files changed', '5', '2', '−3'],
      ['Lines', '+61 −22', '+14 −3', null],
      ['Tokens', '48.2k', '61.9k', '+28 %'],
      ['Cost', '$0.21', '$0.26', '+$0.05'],
      ['Time', '1 m 12 s', '1 m 40 s', '+28 s'],
    ])
  })
  it('says whose cost is an estimate', () => {
    const label = (a: typeof left, b: typeof left) => deltasOf({ left: a, right: b }, 0)[4]?.label
    const estimate = { ...right, costSource: 'estimated' as const }
    expect(label(left, right)).toBe('Cost')
    expect(label(left, estimate)).toBe('Cost, B estimated')
    expect(label({ ...left, costSource: 'mixed' as const }, estimate)).toBe('Cost, estimated')
  })
  it('shares its bars so that they fill the place', () => {
    for (const { sizes } of deltasOf({ left, right }, 0))
      expect((sizes?.[0] ?? 0) + (sizes?.[1] ?? 0)).toBeCloseTo(100)
  })
  it('says nothing of what was not reported', () => {
    const none = aSession({ usage: noUsage })
    const [, , , tokens, cost] = deltasOf({ left: none, right }, 0)
    expect([tokens?.left, tokens?.difference]).toEqual(['–', null])
    expect([cost?.left, cost?.difference]).toEqual(['–', null])
    expect(deltasOf({ left: none, right: none }, 0)[4]?.sizes).toBeNull()
  })
  it('counts on while a session runs', () => {
    const running = aSession({ startedAt: 0, endedAt: null })
    expect(deltasOf({ left: running, right: running }, 5000)[5]?.left).toBe('5.0 s')
  })
})

describe('baseWords', () => {
  const a = aSession({ baseTree: 'a'.repeat(64), head: '4f1c2e9aaaaaaaaa' })
  const b = aSession({ baseTree: 'b'.repeat(64), head: 'main at 9c0ffee' })
  it('names the shared base, or that there is none', () => {
    expect(baseWords({ left: a, right: a, sameBase: true }).text).toBe('same base 4f1c2e9')
    expect(baseWords({ left: a, right: b, sameBase: false })).toMatchObject({
      isSame: false,
      text: 'bases differ',
      title: expect.stringContaining('A at 4f1c2e9, B at main at 9c0ffee'),
    })
    expect(baseWords({ left: a, right: aSession(), sameBase: false }).text).toBe('no files recorded in B')
    expect(
      baseWords({
        left: a,
        right: { ...b, projectId: ids.otherProject, projectName: 'other' },
        sameBase: false,
      }).text,
    ).toBe('different projects')
  })
})

describe('resulting files', () => {
  const state = (hash: string): FileState => ({ hash, mode: 'file', size: 1 })
  const file = (
    difference: ResultingFile['difference'],
    base: string | null,
    left: string | null,
    right: string | null,
  ): ResultingFile => ({
    path: `${difference} ${base} ${left} ${right}`,
    difference,
    base: base === null ? null : state(base),
    left: left === null ? null : state(left),
    right: right === null ? null : state(right),
  })
  it.each([
    [file('content', '1', '2', '3'), { left: true, right: true }, ''],
    [file('content', '1', '1', '3'), { left: false, right: true }, ''],
    [file('same', '1', '2', '2'), { left: true, right: true }, 'same in both'],
    [file('same', '1', null, null), { left: true, right: true }, 'deleted in both'],
    [file('left_only', null, '2', null), { left: true, right: false }, 'only in A'],
    [file('left_only', '1', '1', null), { left: false, right: true }, 'deleted in B'],
    [file('right_only', '1', null, '1'), { left: true, right: false }, 'deleted in A'],
    [file('right_only', null, null, '1'), { left: false, right: true }, 'only in B'],
  ])('%j', (each, by, words) => {
    expect(changedBy(each, true)).toEqual(by)
    expect(differenceOf(each)).toBe(words)
  })
  it('says where a file is, when there is no shared base', () => {
    expect(changedBy(file('left_only', null, '1', null), false)).toEqual({ left: true, right: false })
  })
  it('shows first what both changed differently', () => {
    const both = file('content', '1', '2', '3')
    const one = file('content', '1', '1', '3')
    const only = file('left_only', null, '1', null)
    expect(firstToShow([only, one, both])).toBe(both)
    expect(firstToShow([only, one])).toBe(one)
    expect(firstToShow([only])).toBe(only)
    expect(firstToShow([])).toBeNull()
    expect(shownFiles([file('same', '1', '2', '2'), one], true)).toEqual([one])
  })
})

describe('pickGroups', () => {
  const tree = 'a'.repeat(64)
  const mine = aSession({ baseTree: tree })
  const twin = aSession({ id: ids.otherSession, baseTree: tree, variant: 'hasty' })
  const later = aSession({ id: ids.otherSession, baseTree: 'b'.repeat(64) })
  const foreign = aSession({ id: ids.otherSession, projectId: ids.otherProject, baseTree: tree })
  it('puts first what compares best with the other side, and never the other side itself', () => {
    const groups = pickGroups([foreign, later, twin, mine], mine, '')
    expect(groups.map(({ title, sessions }) => [title, sessions])).toEqual([
      ['From the same files', [twin]],
      ['Same project, other files', [later]],
      ['Other projects', [foreign]],
    ])
  })
  it('finds by words', () => {
    expect(pickGroups([twin, mine], null, 'hasty PARSE')[0]?.sessions).toEqual([twin])
    expect(pickGroups([twin, mine], null, 'nothing such')).toEqual([])
  })
})
