import { notify } from './notices'

/** Puts text on the clipboard and says so, or how else to get it there. */
export function copyText(text: string): void {
  void navigator.clipboard.writeText(text).then(
    () => notify({ tone: 'ok', text: 'Copied.' }),
    () =>
      notify({ tone: 'bad', text: 'The clipboard could not be written. Select the text and press Ctrl C.' }),
  )
}
