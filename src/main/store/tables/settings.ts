import { z } from 'zod'
import { defaultSettings, type Settings, settingsSchema } from '../../../shared'
import type { Database } from '../database/connection'

const objectSchema = z.record(z.string(), z.unknown())

export function createSettingsReader(db: Database) {
  const get = db.prepare<[], { value: string }>('SELECT value FROM settings WHERE key = 1')
  return {
    /** What another version left out, or what can't be read, falls back to its default: no reason not to start. */
    get: (): Settings => {
      const stored = objectSchema.safeParse(parse(get.get()?.value ?? '{}'))
      const settings = settingsSchema.safeParse({ ...defaultSettings, ...stored.data })
      return settings.success ? settings.data : defaultSettings
    },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export function createSettingsWriter(db: Database) {
  const put = db.prepare<[string]>(
    'INSERT INTO settings (key, value) VALUES (1, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  )
  return {
    put: (settings: Settings): void => {
      put.run(JSON.stringify(settings))
    },
  }
}
