import { isMac } from '../lib/hotkeys'
import { type KeySpec, keyLabel } from '../lib/keys'
import styles from './kbd.module.css'

/** A key as it is written on the key cap. `keys` as views name them: “mod+k”, “ArrowLeft”. */
export function Kbd({ keys }: { readonly keys: KeySpec }) {
  return <kbd className={styles.kbd}>{keyLabel(keys, isMac)}</kbd>
}
