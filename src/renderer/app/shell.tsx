import { useEffect, useRef } from 'react'
import { call } from '../lib/bridge'
import { onChange } from '../lib/changes'
import { useNavigation } from '../lib/navigation'
import { watchProjects } from '../lib/projects'
import { useWatchedRunning } from '../lib/running'
import { useSettings } from '../lib/settings'
import { applyTheme } from '../lib/theme'
import { ConfirmHost, clearReadNotices, NoticeHost, notifyError } from '../ui'
import { DropTarget } from './drop-target'
import { ErrorBoundary } from './error-boundary'
import { KeySheet } from './key-sheet'
import { Palette } from './palette'
import { Rail } from './rail'
import styles from './shell.module.css'
import { StatusStrip } from './status-strip'
import { useHeadingFocus } from './use-heading-focus'
import { useOpenPath } from './use-open-path'
import { useShellKeys } from './use-shell-keys'
import { ViewOfPlace } from './view-of-place'

/** The window: rail, the view of the place, status strip, and what lies over them. */
export function Shell() {
  useStoredSettings()
  useShellKeys()
  useOpenPath()
  useEffect(watchProjects, [])
  useWatchedRunning()
  const place = useNavigation((state) => state.place)
  const main = useRef<HTMLElement>(null)
  useHeadingFocus(main, place)
  // biome-ignore lint/correctness/useExhaustiveDependencies: run when another view opens
  useEffect(clearReadNotices, [place.view])
  return (
    <div className={styles.window}>
      <div className={styles.app}>
        <Rail />
        <main ref={main} className={styles.main} data-view={place.view}>
          <ErrorBoundary place="view" resetKey={JSON.stringify(place)}>
            <ViewOfPlace place={place} />
          </ErrorBoundary>
        </main>
      </div>
      <StatusStrip />
      <NoticeHost />
      <Palette />
      <KeySheet />
      <ConfirmHost />
      <DropTarget />
    </div>
  )
}

/** Reads the stored settings, follows them, and shows the page in their theme. */
function useStoredSettings(): void {
  const { take, connect } = useSettings.getState()
  const theme = useSettings((state) => state.settings.theme)
  useEffect(() => applyTheme(theme), [theme])
  useEffect(() => {
    const read = () =>
      void call('settings.get', {}).then((result) => {
        if (result.ok) take(result.value)
        else notifyError(result.error)
      })
    connect((patch) => {
      void call('settings.update', patch).then((result) => {
        if (!result.ok) notifyError(result.error)
      })
    })
    read()
    return onChange(({ topic }) => topic === 'settings' && read())
  }, [take, connect])
}
