import { Check, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect } from 'react'
import { create } from 'zustand'
import type { GloveboxError } from '../../shared'
import { cx } from '../lib/cx'
import { Button, IconButton } from './button'
import { errorText } from './error-text'
import styles from './notices.module.css'

export type NoticeAction = {
  readonly label: string
  readonly run: () => void
  /** Beside the way out, not one itself. */
  readonly quiet?: boolean
}
export type Notice = {
  readonly tone: 'ok' | 'info' | 'bad'
  /** What it is about, where the text alone does not say: “Not added: notes”. */
  readonly title?: string
  /** What happened, and what to do if anything. */
  readonly text: string
  readonly actions?: readonly NoticeAction[]
}

type Shown = Notice & { readonly id: number; readonly since: number }
/** More than fit are scrolled to. */
const maxShown = 20
const stayMs = 6000
let nextId = 1
const useNotices = create<{ readonly notices: readonly Shown[] }>(() => ({ notices: [] }))

const isPassing = ({ tone, actions = [] }: Notice) => tone !== 'bad' && actions.length === 0
/** The same again, or good news after which newer ones come. */
const isReplaced = (old: Notice, by: Notice) =>
  (old.text === by.text && old.title === by.title) || (isPassing(old) && isPassing(by))

/** Says the result of an action at the bottom of the window, and aloud. Good news goes by itself, bad news stays. */
export function notify(notice: Notice): void {
  const shown = { ...notice, id: nextId++, since: performance.now() }
  useNotices.setState(({ notices }) => ({
    notices: [...notices.filter((each) => !isReplaced(each, notice)), shown].slice(-maxShown),
  }))
}

/** Says why an action failed; its details can be copied. `title`: what failed, where the error does not say. */
export function notifyError(
  error: GloveboxError,
  actions: readonly NoticeAction[] = [],
  title?: string,
): void {
  const copy = {
    label: 'Copy details',
    quiet: true,
    run: () => void navigator.clipboard.writeText(errorText(error)),
  }
  notify({
    tone: 'bad',
    text: error.message,
    actions: [...actions, copy],
    ...(title === undefined ? {} : { title }),
  })
}

const dismiss = (id: number) =>
  useNotices.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }))

const freshMs = 1500

/** Takes away what has been read: the shell calls it when another view opens. What was said just now stays. */
export function clearReadNotices(): void {
  const now = performance.now()
  useNotices.setState(({ notices }) => ({ notices: notices.filter(({ since }) => now - since < freshMs) }))
}

const icons = { ok: Check, info: Info, bad: TriangleAlert }

/** Shows what notify says. Once per page. */
export function NoticeHost() {
  const notices = useNotices((state) => state.notices)
  return (
    <section className={styles.host} aria-live="polite" aria-label="Results">
      {notices.map((notice) => (
        <Line key={notice.id} notice={notice} />
      ))}
    </section>
  )
}

function Line({ notice }: { readonly notice: Shown }) {
  const { id, tone, title, text, actions = [] } = notice
  const goesByItself = isPassing(notice)
  useEffect(() => {
    if (!goesByItself) return
    const timer = setTimeout(() => dismiss(id), stayMs)
    return () => clearTimeout(timer)
  }, [id, goesByItself])
  const Icon = icons[tone]
  return (
    <div className={styles.notice}>
      <Icon size={15} aria-hidden className={cx(styles.icon, styles[tone])} />
      <div className={styles.words} data-selectable>
        {title !== undefined && <p className={styles.title}>{title}</p>}
        <p className={styles.text}>{text}</p>
        {actions.length > 0 && (
          <div className={styles.actions}>
            {actions.map((action) => (
              <Button
                key={action.label}
                size="small"
                variant={action.quiet === true ? 'ghost' : 'plain'}
                onClick={() => {
                  dismiss(id)
                  action.run()
                }}
              >
                {action.label}
              </Button>
            ))}
          </div>
        )}
      </div>
      <IconButton icon={X} label="Dismiss" size="small" onClick={() => dismiss(id)} />
    </div>
  )
}
