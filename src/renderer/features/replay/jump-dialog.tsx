import { type FormEvent, useState } from 'react'
import { formatCount } from '../../lib/format'
import { Button, Dialog, TextField } from '../../ui'

export type JumpDialogProps = {
  readonly last: number
  readonly onClose: () => void
  readonly onFrame: (frame: number) => void
}

/** Asks for a frame's number. */
export function JumpDialog({ last, onClose, onFrame }: JumpDialogProps) {
  const [text, setText] = useState('')
  const number = /^\d+$/.test(text.trim()) ? Number(text) : null
  const isThere = number !== null && number <= last
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isThere) onFrame(number)
  }
  return (
    <Dialog open title="Go to a frame" onClose={onClose}>
      <form onSubmit={submit} style={{ display: 'flex', flexDirection: 'column', gap: 12 }}>
        <TextField
          label={`Frame, 0 (the start) to ${formatCount(last)}`}
          inputMode="numeric"
          autoFocus
          value={text}
          error={text !== '' && !isThere ? `Enter a number from 0 to ${formatCount(last)}.` : null}
          onChange={(event) => setText(event.target.value)}
        />
        <div style={{ display: 'flex', justifyContent: 'flex-end' }}>
          <Button type="submit" variant="go" disabled={!isThere}>
            Go to frame
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
