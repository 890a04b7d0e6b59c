import { Unplug } from 'lucide-react'
import { Fragment } from 'react'
import { type Capability, capabilityWords, type Inventory, type Level, type RuntimeInfo } from '../../shared'
import { isSandboxed } from '../level'
import { listWords } from '../lib/consent-words'
import { formatBytes, plural } from '../lib/format'
import { Switch } from '../ui'
import styles from './capability-list.module.css'
import { type CapabilityChoice, choices, type Draft, setCapability } from './draft'
import { HostsField } from './hosts-field'

export type CapabilityListProps = {
  readonly draft: Draft
  readonly runtimes: readonly RuntimeInfo[]
  /** Null until it is known. */
  readonly inventory: Inventory | null
  /** At what level a run would be held; null: it would not start. */
  readonly level: Level | null
  readonly onChange: (draft: Draft) => void
}

/** One switch for each power that the chosen agents can use. */
export function CapabilityList({ draft, runtimes, inventory, level, onChange }: CapabilityListProps) {
  const missing = runtimes.filter(({ unavailable }) => unavailable !== null)
  return (
    <section>
      <h2 className={styles.title}>It works in a copy. You choose what it may do there.</h2>
      {choices(draft, runtimes).map((choice) => (
        <Fragment key={choice.capability}>
          <Switch
            label={capabilityWords[choice.capability].title}
            description={describeChoice(choice, inventory, level)}
            checked={choice.on}
            locked={choice.neededBy.length > 0}
            onChange={(on) => onChange(setCapability(draft, choice.capability, on))}
          />
          {choice.capability === 'reach_network' && choice.on && (
            <HostsField
              text={draft.hosts}
              isUnheld={level !== null && !isSandboxed(level)}
              onChange={(hosts) => onChange({ ...draft, hosts })}
            />
          )}
        </Fragment>
      ))}
      {missing.length > 0 && (
        <div className={styles.missing}>
          <h2 className={styles.title}>
            {missing.length === 1 ? 'An agent that' : 'Agents that'} can’t be chosen now
          </h2>
          <ul>
            {missing.map(({ name, title, unavailable }) => (
              <li key={name}>
                <Unplug size={13} aria-hidden />
                <span>
                  <b>{title}</b> {withoutTitle(title, unavailable?.message ?? '')}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

/** Main's sentences mostly begin with the name, which stands before them here. */
const withoutTitle = (title: string, reason: string) =>
  reason.startsWith(`${title} `) ? reason.slice(title.length + 1) : reason

const meaning: Readonly<Record<Capability, string>> = {
  read_tracked_files: 'Untracked files are never copied.',
  write_mirror: 'Your repository stays as it is: what an agent changes is in its copy and in the record.',
  create_files: 'In the copy alone, within the limits below.',
  run_commands: 'Tests and tools, started in the copy.',
  git_read: 'A copy of the history without remotes, hooks or credentials.',
  reach_provider: 'What it reads of the copy is sent to the provider of that model.',
  reach_network: 'The hosts you list and no others. What it reads of the copy can be sent there.',
}

function describeChoice(
  { capability, neededBy }: CapabilityChoice,
  inventory: Inventory | null,
  level: Level | null,
): string {
  if (capability === 'read_tracked_files') {
    const size =
      inventory === null ? '' : ` ${plural(inventory.files.length, 'file')}, ${formatBytes(inventory.bytes)}.`
    return `Always on.${size} ${meaning[capability]}`
  }
  const words =
    capability === 'reach_provider' && level !== null && isSandboxed(level)
      ? `${meaning[capability]} The sandbox lets it reach the hosts of that model alone.`
      : meaning[capability]
  if (neededBy.length === 0) return words
  return `${listWords(neededBy)} can’t work without it. ${words}`
}
