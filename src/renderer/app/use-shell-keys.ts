import { useEffect } from 'react'
import { chooseProject } from '../features/projects'
import { listenForHotkeys, useHotkeys } from '../lib/hotkeys'
import { go, useNavigation } from '../lib/navigation'
import { useShell } from '../lib/shell'
import { railViews } from './views'

/** The keys that work in every view. */
export function useShellKeys(): void {
  useEffect(() => listenForHotkeys(window), [])
  const { show } = useShell.getState()
  useHotkeys(
    'Everywhere',
    [
      { keys: 'mod+k', label: 'Commands', run: () => show('palette') },
      ...railViews.map(({ title, place }, index) => ({
        keys: place.view === 'settings' ? [`mod+${index + 1}`, 'mod+,'] : `mod+${index + 1}`,
        label: title,
        run: () => go(place),
      })),
      { keys: 'mod+o', label: 'Add a repository', run: () => void chooseProject() },
      { keys: 'alt+ArrowLeft', label: 'Back to where you were', run: () => useNavigation.getState().back() },
      { keys: '?', label: 'Keys of this view', run: () => show('keys') },
    ],
    'window',
  )
}
