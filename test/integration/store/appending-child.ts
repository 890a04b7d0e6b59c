import { writeSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { openStore } from '../../../src/main/store'
import { sessionIdSchema } from '../../../src/shared'

/**
 * Appends to a session without end, telling the number of the last event after each commit: what a window would have
 * shown. Arguments: the store's folder, the session's id, the checkpoint worker's file.
 */
const [folder = '', session = '', worker = ''] = process.argv.slice(2)
const id = sessionIdSchema.parse(session)
const opened = openStore({
  folder,
  nativeBinding: null,
  now: Date.now,
  checkpointWorker: pathToFileURL(worker),
})
if (!opened.ok) throw new Error(opened.error.message)
const { read, write } = opened.value

let frame = read.session(id)?.frames ?? 0
const batch = (size: number) =>
  Array.from({ length: size }, (_, i) => ({
    at: Date.now(),
    body: { type: 'agent.message', text: `${i} `.repeat(200), final: false } as const,
  }))

function round(): void {
  frame += 1
  write.append(id, [
    { at: Date.now(), body: { type: 'frame.started', frame, turn: 1 } },
    ...batch(frame % 97),
  ])
  const stored = write.append(id, [
    { at: Date.now(), body: { type: 'frame.finished', frame, changedFiles: 0 } },
  ])
  writeSync(1, `${stored.at(-1)?.seq}\n`)
  setImmediate(round)
}
round()
