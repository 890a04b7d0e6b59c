import type { AppBridge, ConsentBridge } from '../../../src/shared/ipc'

declare global {
  interface Window {
    readonly glovebox: AppBridge
    readonly gloveboxConsent: ConsentBridge
  }
}
