import { readFileSync, writeFileSync } from 'node:fs'
import { type BrowserWindow, screen } from 'electron'
import { z } from 'zod'

const stateSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().min(960).max(16_384),
  height: z.number().int().min(600).max(16_384),
  maximized: z.boolean(),
})
export type WindowState = z.infer<typeof stateSchema>

/** The window's last place, if it still lies on a screen. A missing or damaged file gives null: the default place. */
export function readWindowState(file: string): WindowState | null {
  try {
    const state = stateSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
    const visible = screen.getAllDisplays().some(({ workArea }) => {
      const right = state.x + state.width > workArea.x + 80 && state.x < workArea.x + workArea.width - 80
      return right && state.y >= workArea.y - 20 && state.y < workArea.y + workArea.height - 80
    })
    return visible ? state : null
  } catch {
    return null
  }
}

/** Writes the place when the window closes. Losing it is no reason to keep a window open. */
export function keepWindowState(window: BrowserWindow, file: string): void {
  window.on('close', () => {
    const state: WindowState = { ...window.getNormalBounds(), maximized: window.isMaximized() }
    try {
      writeFileSync(file, JSON.stringify(state), { mode: 0o600 })
    } catch {
      return
    }
  })
}
