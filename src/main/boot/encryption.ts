import { safeStorage } from 'electron'
import type { Encryption } from '../keys'

/** Electron's safeStorage. On Linux without a secret service it would fall back to a fixed key, which is none. */
export const systemEncryption: Encryption = {
  available: () =>
    safeStorage.isEncryptionAvailable() &&
    (process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text'),
  encrypt: (text) => safeStorage.encryptString(text),
  decrypt: (bytes) => safeStorage.decryptString(bytes),
}
