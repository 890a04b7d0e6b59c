import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Block, parseMarkdown } from '../../../../src/renderer/timeline/text/markdown'

const words = (block: Block): string => {
  switch (block.type) {
    case 'code':
      return block.text
    case 'list':
      return block.items.map(({ content }) => content.map(({ text }) => text).join('')).join(' ')
    case 'rule':
      return ''
    default:
      return block.content.map(({ text }) => text).join('')
  }
}

describe('parseMarkdown', () => {
  it('tells paragraphs, headings, lists, quotes and code apart', () => {
    const text =
      '# Plan\nFirst `a` and **b**.\n\n1. one\n2. two\n   more\n\n> said\n\n```ts\nconst a = 1\n\n# no heading\n```\nend'
    expect(parseMarkdown(text).map((block) => [block.type, words(block)])).toEqual([
      ['heading', 'Plan'],
      ['paragraph', 'First a and b.'],
      ['list', 'one two\nmore'],
      ['quote', 'said'],
      ['code', 'const a = 1\n\n# no heading'],
      ['paragraph', 'end'],
    ])
  })

  it('keeps a fence that is not closed yet: the message is still being written', () => {
    expect(parseMarkdown('```js\nlet a')).toEqual([{ type: 'code', language: 'js', text: 'let a' }])
  })

  it('leaves underscores in names and stars in sums alone', () => {
    const [block] = parseMarkdown('use read_tracked_files and 2 * 3 * 4')
    expect(block).toEqual({
      type: 'paragraph',
      content: [{ type: 'text', text: 'use read_tracked_files and 2 * 3 * 4' }],
    })
  })

  it('loses no word, whatever comes', () => {
    const part = fc.constantFrom(
      'word',
      '`',
      '```\n',
      '# ',
      '\n',
      '\n\n',
      '- ',
      '1. ',
      '> ',
      '**',
      '*',
      ' ',
      '[a](b)',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const count = (text: string) => text.split('word').length
        const text = parts.join('')
        // What stands behind an opening fence names a language; it is not text.
        fc.pre(!/```[^\n]*word/.test(text))
        expect(count(parseMarkdown(text).map(words).join(' '))).toBe(count(text))
      }),
    )
  })
})
