import { sandboxReport } from '../../shared'
import { call } from '../lib/bridge'
import { notify, notifyError } from '../ui'

/** Puts the report of the sandboxes on the clipboard: for a bug report. It may have to wait for the first probes. */
export async function copySandboxReport(): Promise<void> {
  const state = await call('sandbox.state', {})
  if (!state.ok) return notifyError(state.error)
  const { probes, machine } = state.value
  await navigator.clipboard.writeText(sandboxReport(probes, machine)).then(
    () => notify({ tone: 'ok', text: 'The sandbox report is on the clipboard. It names no file of yours.' }),
    () =>
      notify({
        tone: 'bad',
        text: 'The clipboard could not be written. Try again with the window in front.',
      }),
  )
}
