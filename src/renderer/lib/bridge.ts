import type { AppBridge } from '../../shared/ipc'
import { createClient } from './call'

declare global {
  interface Window {
    readonly glovebox: AppBridge
  }
}

export const bridge = window.glovebox
export const call = createClient(bridge)
