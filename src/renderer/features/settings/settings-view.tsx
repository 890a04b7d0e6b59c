import { Keyboard } from 'lucide-react'
import { useSettings } from '../../lib/settings'
import { useShell } from '../../lib/shell'
import { Button, Panel, Segmented, ViewHeader } from '../../ui'
import { AboutPanel } from './about-panel'
import { LevelPanel } from './level-panel'
import { RuntimesPanel } from './runtimes-panel'
import styles from './settings-view.module.css'

/** What can be set, and what Glovebox found on this machine. */
export function SettingsView() {
  const { settings, update } = useSettings()
  return (
    <>
      <ViewHeader
        title="Settings"
        actions={
          <Button variant="ghost" icon={Keyboard} keys="?" onClick={() => useShell.getState().show('keys')}>
            Keys
          </Button>
        }
      />
      <div className={styles.body}>
        <div className={styles.columns}>
          <Panel title="Appearance">
            <div className={styles.line}>
              <div>
                <div className={styles.name}>Theme</div>
                <div className={styles.hint}>System follows what your desktop is set to.</div>
              </div>
              <Segmented
                label="Theme"
                value={settings.theme}
                onChange={(theme) => update({ theme })}
                options={[
                  { value: 'system', label: 'System' },
                  { value: 'light', label: 'Light' },
                  { value: 'dark', label: 'Dark' },
                ]}
              />
            </div>
          </Panel>
          <RuntimesPanel />
          <LevelPanel />
          <AboutPanel />
        </div>
      </div>
    </>
  )
}
