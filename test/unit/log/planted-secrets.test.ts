import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRedactor, type Masker } from '../../../src/main/log'
import { harmless, kinds, noise, plantedSecrets, plantedWithin } from './planted'

const masker = createRedactor({})
const { redact } = masker

/** Where an agent may print a secret, and what is left of it. */
const places: Readonly<Record<string, (secret: string) => string>> = {
  alone: (secret) => secret,
  'a line of .env': (secret) => `export KEY="${secret}"\nNEXT=1\n`,
  'a prompt that is echoed': (secret) => `Please use ${secret} for this, not the old one.`,
  'a file name': (secret) => `error: ENOENT: no such file, open '/tmp/${secret}.txt'`,
  JSON: (secret) => JSON.stringify({ type: 'tool_result', content: `1\t${secret}\n2\tnext` }),
  'JSON inside JSON': (secret) => JSON.stringify({ line: JSON.stringify({ content: `key:\n${secret}\n` }) }),
  'a diff': (secret) => `@@ -1,2 +1,2 @@\n-old\n+${secret}\n`,
}

describe('planted secrets', () => {
  it('are fifty of more than twenty kinds', () => {
    expect(plantedSecrets.length).toBeGreaterThanOrEqual(50)
    expect(kinds.size).toBeGreaterThanOrEqual(20)
    expect(new Set(plantedSecrets.map(({ secret }) => secret)).size).toBe(plantedSecrets.length)
  })

  for (const [index, { kind, name, secret }] of plantedSecrets.entries())
    describe(`${index + 1}: ${kind}`, () => {
      for (const [place, put] of Object.entries(places))
        it(`is masked in ${place}, whole and in pieces`, () => {
          const text = put(secret)
          const shown = redact(text)
          expect(shown).toContain(`[masked: ${name}]`)
          expect(leaked(shown, secret)).toBeNull()
          for (const size of [1, 7, 64]) expect(streamed(masker, text, size), `${size}`).toBe(shown)
        })

      it('leaves JSON readable', () => {
        const value = { a: `x ${secret}`, b: ['after', secret] }
        expect(() => JSON.parse(redact(JSON.stringify(value))) as unknown).not.toThrow()
        expect(JSON.parse(redact(JSON.stringify(value)))).toMatchObject({ b: ['after', expect.any(String)] })
      })
    })

  for (const { name, secret, text } of plantedWithin)
    it(`masks the secret in ${text}`, () => {
      for (const put of [
        (each: string) => each,
        (each: string) => JSON.stringify({ content: `${each}\n` }),
      ]) {
        const planted = put(text).replace('§', () => secret)
        const shown = redact(planted)
        expect(shown).toContain(`[masked: ${name}]`)
        expect(leaked(shown, secret)).toBeNull()
        for (const size of [1, 7, 64]) expect(streamed(masker, planted, size), `${size}`).toBe(shown)
      }
    })
})

describe('what is no secret', () => {
  for (const text of harmless)
    it(`stays as it is: ${text.slice(0, 60)}`, () => {
      expect(redact(` ${text} `)).toBe(` ${text} `)
      expect(redact(JSON.stringify({ text }))).toBe(JSON.stringify({ text }))
    })

  it('an image of a megabyte in base64, whatever it holds', () => {
    for (const prefix of ['', 'AIza', 'ATBB', 'ABSK', 'AKIA', 'eyJ', 'dapi']) {
      const image = `<img src="data:image/png;base64,${noise(500_000, 8)}${prefix}${noise(500_000, 9)}=">`
      expect(redact(image) === image, prefix).toBe(true)
    }
  })

  it('any id, any hash, any integrity string', () => {
    const bytes = fc.uint8Array({ minLength: 20, maxLength: 64 }).map((each) => Buffer.from(each))
    fc.assert(fc.property(fc.uuid(), (id) => redact(`id ${id}`) === `id ${id}`))
    fc.assert(
      fc.property(bytes, (each) => {
        for (const text of [
          `commit ${each.toString('hex')}`,
          `"integrity": "sha512-${each.toString('base64')}"`,
        ])
          expect(redact(text)).toBe(text)
      }),
    )
  })
})

/** Twelve characters in a row of a secret that can be seen; null if none can. */
function leaked(shown: string, secret: string): string | null {
  const body = secret.replace(/^(?:https:\/\/[a-z.]+\/|-----BEGIN[^\n]*\n|[Aa]uthorization: )/, '')
  for (let at = 0; at + 12 <= body.length; at += 1)
    if (shown.includes(body.slice(at, at + 12))) return body.slice(at, at + 12)
  return null
}

function streamed({ createStream }: Masker, text: string, size: number): string {
  const stream = createStream()
  let shown = ''
  for (let at = 0; at < text.length; at += size) shown += stream.push(text.slice(at, at + size))
  return shown + stream.end()
}
