import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { RedactionPattern } from '../../../shared'
import { useSettings } from '../../lib/settings'
import { Button, IconButton, Panel, TextField } from '../../ui'
import { isBlank, patternProblem } from './pattern-problem'
import { saveSettings } from './save-settings'
import styles from './settings-view.module.css'

const most = 20
const blank: RedactionPattern = { name: '', pattern: '' }

/** The user's own patterns of what must not be stored, beside the rules that Glovebox brings. */
export function RedactionPanel() {
  const stored = useSettings((state) => state.settings.redaction)
  const [draft, setDraft] = useState<readonly RedactionPattern[] | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const patterns = draft ?? stored
  const problems = patterns.map(patternProblem)
  const isChanged = draft !== null && JSON.stringify(draft) !== JSON.stringify(stored)
  const change = (next: readonly RedactionPattern[]): void => {
    setDraft(next)
    setRefusal(null)
  }
  const set = (index: number, patch: Partial<RedactionPattern>): void =>
    change(patterns.map((each, at) => (at === index ? { ...each, ...patch } : each)))
  const save = async (): Promise<void> => {
    setBusy(true)
    const refused = await saveSettings({ redaction: patterns.filter((each) => !isBlank(each)) })
    setBusy(false)
    setRefusal(refused)
    if (refused === null) setDraft(null)
  }
  return (
    <Panel
      title="Masked before it is stored"
      actions={
        <Button
          size="small"
          icon={Plus}
          disabled={patterns.length >= most}
          onClick={() => change([...patterns, blank])}
        >
          Add a pattern
        </Button>
      }
    >
      <p className={styles.hint}>
        Masked in what agents say, in the texts of their tools, in names and in errors: the values of
        secret-looking environment variables and keys of known services, automatically. Add what else shall be
        masked there: names of customers, internal hosts, ticket numbers. The content of files is not masked:
        it is kept byte for byte, so that it can be shown and compared. A pattern holds for new runs; what is
        recorded stays as it is.
      </p>
      {patterns.length > 0 && (
        <ul className={styles.patterns}>
          {patterns.map((each, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a pattern has no other name while it is typed
            <li key={index} className={styles.pattern}>
              <TextField
                label="Name"
                value={each.name}
                placeholder="Ticket numbers"
                error={problems[index]?.name}
                onChange={(event) => set(index, { name: event.target.value })}
              />
              <TextField
                label="Regular expression"
                className="mono"
                spellCheck={false}
                value={each.pattern}
                placeholder="ACME-\d{4,}"
                error={problems[index]?.pattern}
                onChange={(event) => set(index, { pattern: event.target.value })}
              />
              <IconButton
                icon={Trash2}
                label={`Remove the pattern ${each.name}`}
                onClick={() => change(patterns.filter((_, at) => at !== index))}
              />
            </li>
          ))}
        </ul>
      )}
      {refusal !== null && (
        <p role="alert" className={styles.refusal}>
          {refusal}
        </p>
      )}
      {isChanged && (
        <div className={styles.foot}>
          <Button variant="ghost" onClick={() => setDraft(null)}>
            Undo
          </Button>
          <Button
            busy={isBusy}
            disabled={problems.some(({ name, pattern }) => name !== null || pattern !== null)}
            onClick={() => void save()}
          >
            {isBusy ? 'Saving…' : 'Save patterns'}
          </Button>
        </div>
      )}
    </Panel>
  )
}
