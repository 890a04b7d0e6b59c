import { Copy } from 'lucide-react'
import { useAppInfo } from '../../lib/app-info'
import { ErrorState, IconButton, Loading, notify, Panel } from '../../ui'
import styles from './settings-view.module.css'

/** Where the data are, and the versions to name in a report. */
export function AboutPanel() {
  const { info, error } = useAppInfo()
  return (
    <Panel title="About Glovebox">
      {error !== null && info === null && <ErrorState inline error={error} />}
      {error === null && info === null && <Loading label="Reading versions" rows={4} />}
      {info !== null && (
        <dl className={styles.facts}>
          <dt>Data folder</dt>
          <dd>
            <span className="mono" data-selectable>
              {info.dataFolder}
            </span>
            <IconButton
              icon={Copy}
              label="Copy the path of the data folder"
              size="small"
              onClick={() =>
                void navigator.clipboard
                  .writeText(info.dataFolder)
                  .then(() => notify({ tone: 'ok', text: 'The path is on the clipboard.' }))
              }
            />
          </dd>
          <dt>Glovebox</dt>
          <dd data-selectable>{info.version}</dd>
          <dt>Electron</dt>
          <dd data-selectable>
            {info.electron} with Chromium {info.chromium} and Node {info.node}
          </dd>
          <dt>System</dt>
          <dd data-selectable>{info.platform}</dd>
        </dl>
      )}
    </Panel>
  )
}
