import type { ConsentBridge } from '../../shared/ipc'
import { createClient } from '../lib/call'

declare global {
  interface Window {
    readonly gloveboxConsent: ConsentBridge
  }
}

/** The consent page's own way to main (I9): main answers it the consent calls and no others. */
export const consentCall = createClient(window.gloveboxConsent)
