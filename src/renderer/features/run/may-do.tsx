import { Eye } from 'lucide-react'
import { Popover } from 'radix-ui'
import type { SessionView } from '../../../shared'
import { isSandboxed, LevelPanel, unforcedWords } from '../../level'
import { ableWords, notAbleWords } from '../../lib/consent-words'
import { Button, Panel } from '../../ui'
import { MayList } from './composer-summary'
import styles from './may-do.module.css'

/** What this run may do, one click away while it runs. */
export function MayDo({ view }: { readonly view: SessionView }) {
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <Button variant="ghost" icon={Eye}>
          What it may do
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className={styles.popover}
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label="What this run may do"
        >
          <Panel kind="section" title="It can">
            <MayList words={ableWords(view.capabilities, view.inventory?.files ?? null)} may />
          </Panel>
          <Panel kind="section" title="It can’t">
            <MayList words={notAbleWords(view.capabilities)} may={false} />
            {!isSandboxed(view.level) && <p className="dim">{unforcedWords}</p>}
          </Panel>
          <LevelPanel level={view.level} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
