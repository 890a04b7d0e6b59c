import { z } from 'zod'

export const themeSchema = z.enum(['system', 'light', 'dark'])
export type Theme = z.infer<typeof themeSchema>

/** What the user set. Panel sizes are kept by name, in per cent of their split. */
export const settingsSchema = z.object({
  theme: themeSchema,
  panels: z.record(z.string().max(80), z.array(z.number().min(0).max(100)).max(6)),
  diffLayout: z.enum(['split', 'unified']),
})
export type Settings = Readonly<z.infer<typeof settingsSchema>>

export const defaultSettings: Settings = { theme: 'system', panels: {}, diffLayout: 'split' }
