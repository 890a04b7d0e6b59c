import { describe, expect, it } from 'vitest'
import { ariaKey, type KeyPress, keyLabel, pressMatches } from '../../../../src/renderer/lib/keys'

const press = (key: string, held: Partial<Omit<KeyPress, 'key'>> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
})

describe('pressMatches', () => {
  it('takes Ctrl for mod, and ⌘ on a Mac', () => {
    expect(pressMatches(press('k', { ctrlKey: true }), 'mod+k', false)).toBe(true)
    expect(pressMatches(press('k', { metaKey: true }), 'mod+k', true)).toBe(true)
    expect(pressMatches(press('k', { metaKey: true }), 'mod+k', false)).toBe(false)
    expect(pressMatches(press('k'), 'mod+k', false)).toBe(false)
  })
  it('is not fooled by more keys than asked for', () => {
    expect(pressMatches(press('k', { ctrlKey: true }), 'k', false)).toBe(false)
    expect(pressMatches(press('k', { ctrlKey: true, altKey: true }), 'mod+k', false)).toBe(false)
    expect(pressMatches(press('N', { shiftKey: true }), 'n', false)).toBe(false)
  })
  it('counts Shift for letters and named keys, not for signs that need it', () => {
    expect(pressMatches(press('N', { shiftKey: true }), 'shift+n', false)).toBe(true)
    expect(pressMatches(press('ArrowLeft', { shiftKey: true }), 'ArrowLeft', false)).toBe(false)
    expect(pressMatches(press('?', { shiftKey: true }), '?', false)).toBe(true)
    expect(pressMatches(press('+', { shiftKey: true, ctrlKey: true }), 'mod++', false)).toBe(true)
  })
  it('names the space bar', () => expect(pressMatches(press(' '), 'space', false)).toBe(true))
})

describe('labels', () => {
  it('writes keys as the system does', () => {
    expect(keyLabel('mod+k', false)).toBe('Ctrl K')
    expect(keyLabel('mod+k', true)).toBe('⌘ K')
    expect(keyLabel('mod+.', false)).toBe('Ctrl .')
    expect(keyLabel('alt+ArrowLeft', false)).toBe('Alt ←')
    expect(keyLabel('shift+n', false)).toBe('Shift N')
    expect(keyLabel('space', false)).toBe('Space')
  })
  it('names them for readers', () => {
    expect(ariaKey('mod+k', false)).toBe('Control+k')
    expect(ariaKey('mod+k', true)).toBe('Meta+k')
    expect(ariaKey('space', false)).toBe('Space')
  })
})
