import { create } from 'zustand'
import type { GloveboxError } from '../../shared'
import type { CallOutput } from '../../shared/ipc'
import { call } from './bridge'

export type AppInfo = CallOutput<'app.info'>
type AppInfoStore = { readonly info: AppInfo | null; readonly error: GloveboxError | null }

/** What the app knows of itself and of this machine. */
export const useAppInfo = create<AppInfoStore>(() => ({ info: null, error: null }))

/** Reads it. `openPath` is handed out once: whoever reads takes care of it, which is why only the shell calls this. */
export async function readAppInfo(): Promise<AppInfo | null> {
  const result = await call('app.info', {})
  if (!result.ok) {
    useAppInfo.setState({ error: result.error })
    return null
  }
  useAppInfo.setState({ info: result.value, error: null })
  return result.value
}
