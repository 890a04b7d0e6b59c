import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { shortName } from '../../../../src/renderer/lib/names'
import { Name } from '../../../../src/renderer/ui/name'

describe('a name from outside', () => {
  it('is what it looks like, and stands by itself', () => {
    expect(renderToStaticMarkup(createElement(Name, { of: 'tool\u202egnp.' }))).toBe(
      '<bdi title="tool\\u202egnp.">tool\\u202egnp.</bdi>',
    )
  })

  it('is cut between characters in a line of plain text', () => {
    expect(shortName('sample-repo')).toBe('sample-repo')
    expect(shortName('a\nb')).toBe('a\\u000ab')
    expect(shortName('🧤'.repeat(40), 4)).toBe('🧤🧤🧤…')
  })
})
