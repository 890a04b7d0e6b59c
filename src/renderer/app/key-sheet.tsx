import { type HotkeyGroup, useHotkeyGroups } from '../lib/hotkeys'
import { useShell } from '../lib/shell'
import { Dialog, Kbd } from '../ui'
import styles from './key-sheet.module.css'

/** The keys that work now: the view's first, then those that work everywhere. */
export function KeySheet() {
  const { over, show } = useShell()
  const groups = useHotkeyGroups((state) => state.groups)
  return (
    <Dialog open={over === 'keys'} onClose={() => show(null)} title="Keys" width="medium">
      <div className={styles.groups}>
        {groups.map((group) => (
          <Group key={group.id} group={group} />
        ))}
      </div>
    </Dialog>
  )
}

function Group({ group: { title, hotkeys } }: { readonly group: HotkeyGroup }) {
  return (
    <section>
      <h3 className={styles.title}>{title}</h3>
      <dl className={styles.list}>
        {hotkeys.map(({ keys, label }) => (
          <div key={label} className={styles.line}>
            <dt>{label}</dt>
            <dd className="row">
              {(typeof keys === 'string' ? [keys] : keys).map((each) => (
                <Kbd key={each} keys={each} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
