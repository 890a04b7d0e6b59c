import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createKeyVault, type Encryption } from '../../../src/main/keys'
import { otherRuntime, rehearsal as runtime } from '../../support/builders'

/** Turned around is not encrypted, but it tells apart what went through it. */
const reversing = (available = true): Encryption => ({
  available: () => available,
  encrypt: (text) => Buffer.from([...text].reverse().join('')),
  decrypt: (bytes) => [...bytes.toString()].reverse().join(''),
})
const key = 'a-secret-key-0123456789'

function vault(
  file = join(mkdtempSync(join(tmpdir(), 'glovebox-keys-')), 'keys.json'),
  encryption = reversing(),
) {
  const told: string[] = []
  const keys = createKeyVault({
    file,
    encryption,
    names: new Map([[runtime, 'SOME_API_KEY']]),
    onKey: (name, value) => told.push(`${name}=${value}`),
  })
  return { keys, told, file }
}

describe('the key vault', () => {
  it('keeps a key encrypted, for its user alone, and finds it at the next start', () => {
    const { keys, told, file } = vault()
    expect(keys.save(runtime, key, 'encrypted')).toEqual({
      ok: true,
      value: { runtime, name: 'SOME_API_KEY', kept: 'encrypted' },
    })
    expect(told).toEqual([`SOME_API_KEY=${key}`])
    expect(readFileSync(file, 'utf8')).not.toContain(key)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const next = vault(file)
    expect(next.told).toEqual([`SOME_API_KEY=${key}`])
    expect(next.keys.key(runtime)).toBe(key)
  })

  it('keeps one for the session in memory alone', () => {
    const { keys, file } = vault()
    keys.save(runtime, key, 'session')
    expect(keys.list()).toEqual([{ runtime, name: 'SOME_API_KEY', kept: 'session' }])
    expect(existsSync(file)).toBe(false)
    expect(vault(file).keys.key(runtime)).toBeNull()
  })

  it('replaces and removes', () => {
    const { keys, file } = vault()
    keys.save(runtime, key, 'encrypted')
    keys.save(runtime, `${key}-2`, 'session')
    expect(existsSync(file)).toBe(false)
    expect(keys.key(runtime)).toBe(`${key}-2`)
    keys.remove(runtime)
    expect(keys.key(runtime)).toBeNull()
    expect(keys.list()).toMatchObject([{ kept: 'none' }])
  })

  it('writes nothing to disk where there is no key store, and says so', () => {
    const { keys, file } = vault(undefined, reversing(false))
    expect(keys.save(runtime, key, 'encrypted')).toMatchObject({
      ok: false,
      error: { code: 'settings.key_not_kept' },
    })
    expect(existsSync(file)).toBe(false)
    expect(keys.canEncrypt()).toBe(false)
  })

  it('takes no key for a runtime that needs none', () => {
    expect(vault().keys.save(otherRuntime, key, 'session')).toMatchObject({
      ok: false,
      error: { code: 'settings.invalid' },
    })
  })

  it('has no key where its file was damaged, and does not fail', () => {
    for (const text of ['', 'not json', '[]', '{"rehearsal":5}', '{"rehearsal":"***"}']) {
      const { file } = vault()
      writeFileSync(file, text)
      expect(vault(file).keys.key(runtime)).toBeNull()
    }
  })
})
