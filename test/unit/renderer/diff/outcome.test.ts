import { describe, expect, it } from 'vitest'
import { diffText } from '../../../../src/renderer/diff/engine/diff-text'
import { notesOf, showsReturns } from '../../../../src/renderer/diff/notes'
import { outcomeOf, textOutcome } from '../../../../src/renderer/diff/outcome'
import type { FileContent, FileState } from '../../../../src/shared'

const labels = { before: 'A', after: 'B' }
const state = (hash: string, mode: FileState['mode'] = 'file'): FileState => ({ hash, mode, size: 1 })
const text = (value: string): FileContent => ({ type: 'text', text: value, size: value.length, mode: 'file' })
const binary = (size: number): FileContent => ({ type: 'binary', size, mode: 'file' })
const large: FileContent = { type: 'too_large', size: 3 * 1024 * 1024, mode: 'file' }
const absent: FileContent = { type: 'absent' }
const lost: FileContent = { type: 'lost', reason: 'The pack is gone.' }

const words = (before: FileContent, after: FileContent, from: FileState | null, to: FileState | null) => {
  const outcome = outcomeOf(before, after, { before: from, after: to }, labels)
  return outcome.type === 'text' ? 'text' : `${outcome.title}: ${outcome.text}`
}

describe('outcomeOf', () => {
  it.each([
    ['two texts', text('a'), text('b'), state('1'), state('2'), 'text'],
    ['a new text', absent, text('b'), null, state('2'), 'text'],
    [
      'only the mode',
      text('a'),
      text('a'),
      state('1'),
      state('1', 'executable'),
      'Only the mode differs: Plain file → executable file. The content is the same on both sides.',
    ],
    [
      'the same',
      text('a'),
      text('a'),
      state('1'),
      state('1'),
      'No difference: The file is the same on both sides.',
    ],
    ['nothing', absent, absent, null, null, 'No file: Neither side has this file.'],
    [
      'two binaries',
      binary(2048),
      binary(4096),
      state('1'),
      state('2'),
      'Binary file: 2 kB → 4 kB. It has no lines to compare.',
    ],
    [
      'a text that became binary',
      text('a'),
      binary(2048),
      state('1'),
      state('2'),
      'Binary file: 1 B → 2 kB. It has no lines to compare.',
    ],
    [
      'a new binary',
      absent,
      binary(2048),
      null,
      state('2'),
      'Binary file: 2 kB, only in B. It has no lines to compare.',
    ],
    [
      'a large file that went',
      large,
      absent,
      state('1'),
      null,
      'Too large to show: 3 MB, only in A. Files up to 2 MB are shown line by line.',
    ],
    ['lost content', text('a'), lost, state('1'), state('2'), 'The content is lost: The pack is gone.'],
  ])('%s', (_name, before, after, from, to, expected) => {
    expect(words(before, after, from, to)).toBe(expected)
  })
})

describe('textOutcome', () => {
  it('has a sentence for everything but text', () => {
    expect(textOutcome(text('a')).type).toBe('text')
    for (const content of [binary(1), large, absent, lost]) expect(textOutcome(content).type).toBe('words')
  })
})

describe('notesOf', () => {
  const notes = (
    before: string | null,
    after: string | null,
    { ignoreWhitespace = false, from = state('1'), to = state('2') } = {},
  ) =>
    notesOf({
      diff: diffText(before ?? '', after ?? '', { ignoreWhitespace }),
      before: before === null ? null : from,
      after: after === null ? null : to,
      beforeText: before ?? '',
      afterText: after ?? '',
      labels,
      ignoreWhitespace,
    })
  it('says which side alone has a file', () => {
    expect(notes(null, 'a')).toEqual(['Only in B: a file.'])
    expect(notes('a', null)).toEqual(['Only in A: a file.'])
  })
  it('leaves that to the row above a preview', () => {
    const input = {
      before: null,
      after: state('2'),
      beforeText: '',
      afterText: 'a',
      labels,
      ignoreWhitespace: false,
    }
    const diff = diffText('', 'a', { ignoreWhitespace: false })
    expect(notesOf({ ...input, diff, isPreview: true })).toEqual([])
  })
  it('names another mode, links, line ends, white space, and turned text', () => {
    expect(notes('a\n', 'b\n', { to: state('2', 'executable') })).toEqual(['Plain file → executable file.'])
    expect(notes('a', 'b', { from: state('1', 'symlink'), to: state('2', 'symlink') })).toEqual([
      'A symbolic link; its line is where it points.',
    ])
    expect(notes('a\n', 'a\r\n')).toEqual(['Line ends: LF → CRLF.'])
    expect(notes('a b\n', 'a  b\n', { ignoreWhitespace: true })).toEqual([
      'Only white space differs. Show changes in white space to see where.',
    ])
    expect(notes('a', 'a\u202eb')[0]).toMatch(/turn the direction/)
    expect(notes('a\n', 'b\n')).toEqual([])
  })
  it('shows carriage returns where they differ', () => {
    const returns = (before: string, after: string) =>
      showsReturns(diffText(before, after, { ignoreWhitespace: false }))
    expect(returns('a\r\n', 'b\r\n')).toBe(false)
    expect(returns('a\n', 'a\r\n')).toBe(true)
    expect(returns('a\r\nb\n', 'a\r\nb\n')).toBe(true)
  })
})
