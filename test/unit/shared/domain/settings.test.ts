import { describe, expect, it } from 'vitest'
import { defaultAgentSettings, defaultSettings } from '../../../../src/shared'
import { settingsSchema } from '../../../../src/shared/domain/settings'

const entries = <T>(count: number, value: T): Readonly<Record<string, T>> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, value]))
const fits = (patch: object): boolean =>
  settingsSchema.safeParse({ ...defaultSettings, ...patch }).success &&
  settingsSchema.partial().safeParse(patch).success

describe('settings', () => {
  it('are bounded in number, so that no window can fill the store with them', () => {
    expect(fits({ panels: entries(200, [50, 50]) })).toBe(true)
    expect(fits({ panels: entries(201, [50, 50]) })).toBe(false)
    expect(fits({ agents: entries(20, defaultAgentSettings) })).toBe(true)
    expect(fits({ agents: entries(21, defaultAgentSettings) })).toBe(false)
  })
})
