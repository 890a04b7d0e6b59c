import { Check, ShieldAlert, TriangleAlert } from 'lucide-react'
import { useAppInfo } from '../../lib/app-info'
import { Chip, Loading, Panel } from '../../ui'
import styles from './settings-view.module.css'

/** The level of enforcement that this machine gives, with what is held and what is not. */
export function LevelPanel() {
  const level = useAppInfo((state) => state.info?.level)
  return (
    <Panel title="Level of enforcement">
      {level === undefined ? (
        <Loading label="Reading the level" rows={3} />
      ) : (
        <>
          <Chip tone="warn" icon={ShieldAlert}>
            {level.title}
          </Chip>
          <div className={styles.held}>
            <section>
              <h3>Held</h3>
              <ul>
                {level.held.map((each) => (
                  <li key={each}>
                    <Check size={14} aria-hidden className={styles.ok} />
                    {each}
                  </li>
                ))}
              </ul>
            </section>
            <section>
              <h3>Not held</h3>
              <ul>
                {level.notHeld.map((each) => (
                  <li key={each}>
                    <TriangleAlert size={14} aria-hidden className={styles.warn} />
                    {each}
                  </li>
                ))}
              </ul>
            </section>
          </div>
        </>
      )}
    </Panel>
  )
}
