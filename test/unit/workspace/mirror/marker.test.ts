import { expect, it } from 'vitest'
import { isMarkerOf, markerText } from '../../../../src/main/workspace/mirror/marker'

it('is ours only for the folder it was made for', () => {
  expect(isMarkerOf(markerText('run-1', 5), 'run-1')).toBe(true)
  expect(isMarkerOf(markerText('run-1', 5), 'run-2')).toBe(false)
  for (const text of [
    '',
    'null',
    '[]',
    '{}',
    '{"name":"run-1"}',
    '{"application":"other","name":"run-1"}',
    'x',
  ])
    expect(isMarkerOf(text, 'run-1')).toBe(false)
})
