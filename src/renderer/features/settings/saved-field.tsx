import { type FormEvent, useState } from 'react'
import { Button, TextField } from '../../ui'
import styles from './settings-view.module.css'

export type SavedFieldProps = {
  readonly label: string
  /** As it is stored; null: nothing. */
  readonly value: string | null
  readonly placeholder: string
  readonly hint: string
  /** What is wrong with a text that is not empty; null: it can be stored. */
  readonly problemOf: (text: string) => string | null
  /** What is to be known of a text that can be stored all the same. */
  readonly warningOf?: (text: string) => string | null
  /** What is wrong with the value as it is stored; null: nothing is known. */
  readonly complaint?: string | null
  /** Stores it; answers with why not. An empty field is null. */
  readonly onSave: (value: string | null) => Promise<string | null>
}

/** A text that is stored when the user says so: Enter or the button; Escape takes it back. */
export function SavedField(props: SavedFieldProps) {
  const { label, value, placeholder, hint, problemOf, warningOf, complaint = null, onSave } = props
  const [typed, setTyped] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const text = typed ?? value ?? ''
  const next = text.trim() === '' ? null : text.trim()
  const isChanged = typed !== null && next !== value
  const problem = isChanged && next !== null ? problemOf(next) : null
  const warning = next === null ? null : (warningOf?.(next) ?? null)
  const undo = (): void => {
    setTyped(null)
    setRefusal(null)
  }
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (!isChanged || problem !== null || isBusy) return
    setBusy(true)
    const refused = await onSave(next)
    setBusy(false)
    setRefusal(refused)
    if (refused === null) setTyped(null)
  }
  return (
    <form className={styles.saved} onSubmit={(event) => void save(event)}>
      <TextField
        label={label}
        spellCheck={false}
        autoComplete="off"
        className="mono"
        fieldClassName={styles.savedField}
        value={text}
        placeholder={placeholder}
        hint={
          warning === null ? (
            hint
          ) : (
            <span className={styles.problem} role="status">
              {warning}
            </span>
          )
        }
        error={problem ?? refusal ?? (isChanged ? null : complaint)}
        onChange={(event) => {
          setTyped(event.target.value)
          setRefusal(null)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') undo()
        }}
      />
      {isChanged && (
        <span className={styles.savedButtons}>
          <Button variant="ghost" onClick={undo}>
            Undo
          </Button>
          <Button type="submit" busy={isBusy} disabled={problem !== null}>
            {isBusy ? 'Saving…' : 'Save'}
          </Button>
        </span>
      )}
    </form>
  )
}
