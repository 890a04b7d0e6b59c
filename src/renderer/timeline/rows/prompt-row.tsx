import { UserRound } from 'lucide-react'
import { cx } from '../../lib/cx'
import { useKept } from '../context'
import { countLines } from '../text/ansi'
import { Markdown } from '../text/markdown-view'
import styles from './rows.module.css'

const foldedLines = 8
const foldedCharacters = 900

/** What the user asked: the card on top of a timeline. */
export function PromptRow({ prompt }: { readonly prompt: string }) {
  const [open, setOpen] = useKept('prompt')
  const isLong = countLines(prompt) > foldedLines || prompt.length > foldedCharacters
  return (
    <div className={styles.prompt}>
      <UserRound size={15} aria-hidden />
      <div className={styles.body}>
        <div className={cx(isLong && !open && styles.clamped)}>
          <Markdown text={prompt} />
        </div>
        {isLong && (
          <button type="button" className={styles.toggle} aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Show less' : 'Show the whole prompt'}
          </button>
        )}
      </div>
    </div>
  )
}
