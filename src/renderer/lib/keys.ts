/** A key as views name it: “mod+k”, “shift+n”, “ArrowLeft”, “?”, “space”. `mod` is Ctrl, or ⌘ on a Mac. */
export type KeySpec = string

export type KeyPress = {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

const names: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  Enter: '↵',
  space: 'Space',
  Delete: 'Del',
}

/** Whether a key press is the one that `spec` names. Shift counts for letters and named keys, not for “?” and such. */
export function pressMatches(press: KeyPress, spec: KeySpec, mac: boolean): boolean {
  const wanted = readSpec(spec)
  const mod = mac ? press.metaKey : press.ctrlKey
  const other = mac ? press.ctrlKey : press.metaKey
  if (mod !== wanted.mod || other || press.altKey !== wanted.alt) return false
  const key = press.key === ' ' ? 'space' : press.key
  if (key.toLowerCase() !== wanted.key.toLowerCase()) return false
  const shiftMakesTheKey = wanted.key.length === 1 && !/[a-z]/i.test(wanted.key)
  return shiftMakesTheKey || press.shiftKey === wanted.shift
}

/** A key as it is written on the screen: “Ctrl K”, “⌘ K”, “Shift N”, “←”. */
export function keyLabel(spec: KeySpec, mac: boolean): string {
  const { mod, alt, shift, key } = readSpec(spec)
  const parts = [
    mod && (mac ? '⌘' : 'Ctrl'),
    alt && (mac ? '⌥' : 'Alt'),
    shift && 'Shift',
    names[key] ?? (key.length === 1 ? key.toUpperCase() : key),
  ]
  return parts.filter((part) => part !== false).join(' ')
}

/** The same for `aria-keyshortcuts`. */
export function ariaKey(spec: KeySpec, mac: boolean): string {
  const { mod, alt, shift, key } = readSpec(spec)
  const parts = [
    mod && (mac ? 'Meta' : 'Control'),
    alt && 'Alt',
    shift && 'Shift',
    key === 'space' ? 'Space' : key,
  ]
  return parts.filter((part) => part !== false).join('+')
}

function readSpec(spec: KeySpec) {
  const parts = spec.split('+')
  // “mod++” names the plus key itself
  const key = spec.endsWith('+') ? '+' : (parts.at(-1) ?? '')
  return { mod: parts.includes('mod'), alt: parts.includes('alt'), shift: parts.includes('shift'), key }
}
