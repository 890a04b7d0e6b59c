import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { type Done, done, failure, type KeyState, ok, type Result, type RuntimeName } from '../../shared'

/** The system's own keeping of secrets (Electron's safeStorage). `available` false: it would be a fixed key, no secret. */
export type Encryption = {
  readonly available: () => boolean
  readonly encrypt: (text: string) => Buffer
  readonly decrypt: (bytes: Buffer) => string
}

export type KeyVaultDeps = {
  /** File that holds the encrypted keys. */
  readonly file: string
  readonly encryption: Encryption
  /** The runtimes that take a key, and the variable each key is known by. */
  readonly names: ReadonlyMap<RuntimeName, string>
  /** Told of every key before anything can print it, so that it is masked (I8). */
  readonly onKey: (name: string, value: string) => void
}

/** API keys of agent programs: encrypted by the system, or in memory until the app ends. Never readable by a window. */
export type KeyVault = {
  readonly list: () => KeyState[]
  readonly canEncrypt: () => boolean
  readonly save: (runtime: RuntimeName, value: string, keep: 'session' | 'encrypted') => Result<KeyState>
  readonly remove: (runtime: RuntimeName) => Result<Done>
  /** The key for a run; null: none is kept, or it can't be decrypted any more. */
  readonly key: (runtime: RuntimeName) => string | null
}

const fileSchema = z.record(z.string(), z.base64())

export function createKeyVault({ file, encryption, names, onKey }: KeyVaultDeps): KeyVault {
  const session = new Map<RuntimeName, string>()

  const readFile = (): Readonly<Record<string, string>> => {
    try {
      const parsed = fileSchema.safeParse(JSON.parse(readFileSync(file, 'utf8')))
      return parsed.success ? parsed.data : {}
    } catch {
      return {}
    }
  }
  const writeFile = (keys: Readonly<Record<string, string>>): void => {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const partial = `${file}.partial`
    writeFileSync(partial, JSON.stringify(keys), { mode: 0o600 })
    chmodSync(partial, 0o600)
    renameSync(partial, file)
  }
  const decrypt = (runtime: RuntimeName): string | null => {
    const stored = readFile()[runtime]
    if (stored === undefined || !encryption.available()) return null
    try {
      return encryption.decrypt(Buffer.from(stored, 'base64'))
    } catch {
      return null
    }
  }
  const stateOf = (runtime: RuntimeName): KeyState => {
    const kept = session.has(runtime) ? 'session' : decrypt(runtime) === null ? 'none' : 'encrypted'
    return { runtime, name: names.get(runtime) ?? '', kept }
  }
  const forget = (runtime: RuntimeName): void => {
    session.delete(runtime)
    const { [runtime]: old, ...others } = readFile()
    if (old === undefined) return
    if (Object.keys(others).length === 0) rmSync(file, { force: true })
    else writeFile(others)
  }
  const store = (runtime: RuntimeName, value: string, keep: 'session' | 'encrypted'): void => {
    forget(runtime)
    if (keep === 'session') session.set(runtime, value)
    else writeFile({ ...readFile(), [runtime]: encryption.encrypt(value).toString('base64') })
  }

  // Told at once: a run that prints a key of an earlier start has to be masked from its first line on.
  for (const [runtime, name] of names) {
    const kept = decrypt(runtime)
    if (kept !== null) onKey(name, kept)
  }

  return {
    list: () => [...names.keys()].map(stateOf),
    canEncrypt: encryption.available,
    save: (runtime, value, keep) => {
      const name = names.get(runtime)
      if (name === undefined)
        return failure('settings.invalid', `No key is needed for “${runtime}”.`, { runtime })
      if (keep === 'encrypted' && !encryption.available())
        return failure(
          'settings.key_not_kept',
          'This system has no key store that Glovebox can use, so the key would lie on the disk unprotected. Keep it for this session only, or set up a key store.',
        )
      onKey(name, value)
      try {
        store(runtime, value, keep)
      } catch (cause) {
        return failure(
          'settings.key_not_kept',
          'The key could not be written. Check that the disk has space.',
          {},
          cause,
        )
      }
      return ok(stateOf(runtime))
    },
    remove: (runtime) => {
      try {
        forget(runtime)
      } catch (cause) {
        return failure(
          'settings.key_not_kept',
          'The key could not be removed from its file.',
          { file },
          cause,
        )
      }
      return done
    },
    key: (runtime) => session.get(runtime) ?? decrypt(runtime),
  }
}
