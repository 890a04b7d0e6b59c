import { Check, TriangleAlert } from 'lucide-react'
import type { Level } from '../../shared'
import { formatExact } from '../lib/time'
import { Disclosure } from '../ui'
import { aspectGroups, groupTitles } from './aspect-groups'
import styles from './level.module.css'
import { isSandboxed, outcomeWords } from './level-words'
import { OutcomeMark } from './outcome-mark'

/** What is held and what is not: in groups where it was probed, each sentence on demand; else the sentences. */
export function LevelList({ level }: { readonly level: Level }) {
  const groups = isSandboxed(level) ? aspectGroups(level.aspects ?? []) : []
  if (groups.length === 0) return <Sentences level={level} />
  return (
    <>
      <ul className={styles.groups}>
        {groups.map(({ name, outcome }) => (
          <li key={name}>
            <OutcomeMark outcome={outcome} size={13} isSaid />
            <span>{groupTitles[name]}</span>
            <span className={styles.outcome}>{outcomeWords[outcome]}</span>
          </li>
        ))}
      </ul>
      <Disclosure summary="What is held, one by one" className={styles.more}>
        <Sentences level={level} />
        {level.probedAt !== undefined && (
          <p className={styles.probed}>Probed on this machine, {formatExact(level.probedAt)}.</p>
        )}
      </Disclosure>
    </>
  )
}

/** Where nothing holds the run, what is open is said first. */
function Sentences({ level }: { readonly level: Level }) {
  const held = level.held.map((each) => (
    <li key={each}>
      <Check size={13} aria-label="held:" className={styles.held} />
      <span>{each}</span>
    </li>
  ))
  const open = level.notHeld.map((each) => (
    <li key={each}>
      <TriangleAlert size={13} aria-label="not held:" className={styles.open} />
      <span>{each}</span>
    </li>
  ))
  return <ul className={styles.sentences}>{isSandboxed(level) ? [...held, ...open] : [...open, ...held]}</ul>
}
