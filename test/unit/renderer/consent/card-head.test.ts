import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { CardHead, type CardHeadProps } from '../../../../src/renderer/consent/card-head'

it('shows a repository’s own names so that they are what they look like', () => {
  const props = {
    project: {
      name: 'tool\u202egnp.',
      path: '/home/u/tool\u202egnp.',
      head: 'main\u200b\u2066 at abc1234',
      problem: null,
      consent: null,
    },
    runtimes: [],
    draft: {},
    onChange: () => {},
  } as unknown as CardHeadProps
  const shown = renderToStaticMarkup(createElement(CardHead, props))
  expect(shown).not.toMatch(/[\u200b-\u206f]/)
  expect(shown).toContain('Let an agent work on tool\\u202egnp.?')
})
