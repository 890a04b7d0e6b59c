import { describe, expect, it } from 'vitest'
import { boundError, boundErrorText, createRedactor } from '../../../src/main/log'
import { failure } from '../../../src/shared'
import { planted, plantedSecrets } from './planted'

const masker = createRedactor({ MY_TOKEN: 'value-of-my-token' })
const github = planted['GitHub token'] ?? ''

describe('boundErrorText', () => {
  it('masks, then cuts at 1,000 characters', () => {
    expect(boundErrorText(`refused: ${github}`, masker)).toBe('refused: [masked: GitHub token]')
    const long = boundErrorText(`${'x '.repeat(495)}${github}`, masker)
    expect(long).toHaveLength(1000)
    expect(long).not.toContain(github.slice(0, 5))
    expect(boundErrorText('x '.repeat(500), masker)).toBe('x '.repeat(500))
  })

  it('leaves no half of a secret that was cut before it came here', () => {
    for (const { secret } of plantedSecrets) {
      const { error } = failure('internal.bug', 'x', {}, `${'x '.repeat(492)}${secret} more and more`)
      expect(boundErrorText(error.cause ?? '', masker)).not.toContain(secret.slice(0, 12))
    }
  })
})

describe('boundError', () => {
  it('masks and bounds the message, the cause and all of the details', () => {
    const { error } = failure(
      'internal.bug',
      `it failed with ${github} ${'m '.repeat(1000)}`,
      { path: 'value-of-my-token', [github]: { deep: [`${github} ${'d '.repeat(1000)}`, 3] } },
      new Error(`cause ${github}`),
    )
    const bounded = boundError(error, masker)
    expect(JSON.stringify(bounded)).not.toContain(github)
    expect(bounded.message).toHaveLength(1000)
    expect(bounded.cause).toBe('cause [masked: GitHub token]')
    expect(bounded.details).toMatchObject({ path: '[masked: MY_TOKEN]' })
    expect(JSON.stringify(bounded.details).length).toBeLessThan(1200)
    expect(bounded).toMatchObject({ code: 'internal.bug', retryable: false })
  })
})
