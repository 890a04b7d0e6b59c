import { Columns2, List, ScrollText } from 'lucide-react'
import type { SessionView } from '../../../shared'
import { LevelBadge } from '../../level'
import { go, useNavigation } from '../../lib/navigation'
import { findingOf } from '../../lib/outcome'
import { plainTitle } from '../../timeline'
import { Button, Chip, IconButton, StatusChip, ViewHeader } from '../../ui'
import { NextButton, ParsedChip } from '../run'
import styles from './replay-header.module.css'

/** Which session is replayed, how it ended, and the ways on from it. */
export function ReplayHeader({ view }: { readonly view: SessionView }) {
  const back = (): void => useNavigation.getState().back()
  const compare = (): void => go({ view: 'compare', left: view.id, right: null })
  return (
    <ViewHeader
      title={<span title={view.prompt}>{plainTitle(view.prompt)}</span>}
      onBack={back}
      chips={
        <>
          <StatusChip status={view.status} title={view.error?.message} finding={findingOf(view)} />
          <Chip className={styles.roomy}>
            {[view.runtimeTitle, view.model ?? view.variant].filter(Boolean).join(' · ')}
          </Chip>
          <LevelBadge level={view.level} className={styles.roomy} />
          <ParsedChip view={view} />
        </>
      }
      actions={
        <>
          <Button variant="ghost" icon={Columns2} disabled={view.frames === 0} onClick={compare}>
            <span className={styles.spoken}>Compare with…</span>
          </Button>
          <Button
            variant="ghost"
            icon={List}
            onClick={() => go({ view: 'run', sessionId: view.id, projectId: view.projectId })}
          >
            <span className={styles.spoken}>Timeline</span>
          </Button>
          <IconButton
            icon={ScrollText}
            label="Native lines"
            onClick={() => go({ view: 'native', sessionId: view.id })}
          />
          <NextButton view={view} />
        </>
      }
    />
  )
}
