import { Keyboard } from 'lucide-react'
import { useNavigation } from '../../lib/navigation'
import { useSettings } from '../../lib/settings'
import { useShell } from '../../lib/shell'
import { Button, Panel, Segmented, ViewHeader } from '../../ui'
import { AboutPanel } from './about-panel'
import { AgentsPanel } from './agents-panel'
import { PricesPanel } from './prices-panel'
import { RedactionPanel } from './redaction-panel'
import { SandboxPanel } from './sandbox/sandbox-panel'
import styles from './settings-view.module.css'
import { usePart } from './use-part'

/** What can be set, and what Glovebox found on this machine. */
export function SettingsView() {
  const place = useNavigation((state) => state.place)
  const part = place.view === 'settings' ? place.part : undefined
  const body = usePart(part)
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
      <div ref={body} className={styles.body}>
        <div className={styles.columns}>
          <Appearance />
          <div id="agents" tabIndex={-1}>
            <AgentsPanel part={part} />
          </div>
          <div id="sandbox" tabIndex={-1} className={styles.parts}>
            <SandboxPanel />
          </div>
          <RedactionPanel />
          <PricesPanel />
          <AboutPanel />
        </div>
      </div>
    </>
  )
}

function Appearance() {
  const { settings, update } = useSettings()
  return (
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
  )
}
