import { useEffect, useRef, useState } from 'react'
import { create } from 'zustand'
import { type KeySpec, pressMatches } from './keys'

export const isMac = navigator.platform.startsWith('Mac')

export type Hotkey = {
  /** One key, or several that do the same. */
  readonly keys: KeySpec | readonly KeySpec[]
  /** What it does, as the sheet says it: “Next frame”. */
  readonly label: string
  readonly run: () => void
  /** Also while a text field has the focus. Default: only for keys with Ctrl or ⌘. */
  readonly inFields?: boolean
  readonly disabled?: boolean
}

/** view: the keys of what is shown. window: those that work in every view; a view’s own come before them. */
export type HotkeyScope = 'view' | 'window'
export type HotkeyGroup = {
  readonly id: number
  readonly scope: HotkeyScope
  readonly title: string
  readonly hotkeys: readonly Hotkey[]
}

type HotkeyStore = { readonly groups: readonly HotkeyGroup[] }
/** The groups of keys that work now: the view's, outer parts before inner ones, then the window's. */
export const useHotkeyGroups = create<HotkeyStore>(() => ({ groups: [] }))

let nextId = 1

/** Makes `hotkeys` work while the component is mounted, and lists them under `title` in the sheet. */
export function useHotkeys(title: string, hotkeys: readonly Hotkey[], scope: HotkeyScope = 'view'): void {
  // Taken while rendering, which goes from outer to inner parts (effects go the other way).
  const [id] = useState(() => nextId++)
  const newest = useRef(hotkeys)
  newest.current = hotkeys
  const shape = hotkeys.map(({ keys, label, disabled }) => `${keys}|${label}|${disabled === true}`).join('\n')

  // biome-ignore lint/correctness/useExhaustiveDependencies: `shape` stands for what the sheet shows; `run` is read when pressed
  useEffect(() => {
    const stable = newest.current.map((hotkey, index) => ({
      ...hotkey,
      run: () => newest.current[index]?.run(),
    }))
    useHotkeyGroups.setState(({ groups }) => ({
      groups: [...groups, { id, scope, title, hotkeys: stable }].toSorted(inOrder),
    }))
    return () =>
      useHotkeyGroups.setState(({ groups }) => ({ groups: groups.filter((group) => group.id !== id) }))
  }, [id, title, scope, shape])
}

function inOrder(a: HotkeyGroup, b: HotkeyGroup): number {
  if (a.scope !== b.scope) return a.scope === 'view' ? -1 : 1
  return a.id - b.id
}

/** Listens for the registered keys. The shell calls it once; returns what stops it. */
export function listenForHotkeys(target: Window): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return
    const hotkey = findHotkey(event)
    if (hotkey === undefined) return
    event.preventDefault()
    hotkey.run()
  }
  target.addEventListener('keydown', onKeyDown)
  return () => target.removeEventListener('keydown', onKeyDown)
}

/** An inner part's keys come before those of what is around it; nothing fires beneath an open dialog or menu. */
function findHotkey(event: KeyboardEvent): Hotkey | undefined {
  const element = event.target instanceof Element ? event.target : null
  if (element?.closest('[role=dialog],[role=alertdialog],[role=menu]') != null) return undefined
  const typing = isField(element)
  const { groups } = useHotkeyGroups.getState()
  const innerFirst = [
    ...groups.filter(({ scope }) => scope === 'view').toReversed(),
    ...groups.filter(({ scope }) => scope === 'window'),
  ]
  for (const group of innerFirst)
    for (const hotkey of group.hotkeys) {
      if (hotkey.disabled === true) continue
      const specs = typeof hotkey.keys === 'string' ? [hotkey.keys] : hotkey.keys
      const spec = specs.find((each) => pressMatches(event, each, isMac))
      if (spec === undefined) continue
      if (typing && !(hotkey.inFields ?? spec.includes('mod+'))) continue
      if (isOwnKeyOf(element, spec)) continue
      return hotkey
    }
  return undefined
}

const fieldTypes = new Set([
  'text',
  'search',
  'number',
  'password',
  'email',
  'url',
  'datetime-local',
  'date',
  'time',
])

function isField(element: Element | null): boolean {
  if (element instanceof HTMLInputElement) return fieldTypes.has(element.type)
  return (
    element instanceof HTMLTextAreaElement || (element instanceof HTMLElement && element.isContentEditable)
  )
}

/** Enter and Space belong to a focused button or link; arrows to a slider, radio, select, separator, tab or list. */
function isOwnKeyOf(element: Element | null, spec: KeySpec): boolean {
  if (element === null) return false
  if (spec === 'Enter' || spec === 'space')
    return element.closest('button,a[href],summary,select,[role=button],[role=switch],[role=option]') !== null
  if (spec.startsWith('Arrow'))
    return (
      element.closest(
        'select,input[type=radio],input[type=range],[role=slider],[role=separator],[role=tablist],[role=listbox],[role=tree]',
      ) !== null
    )
  return false
}
