import { isAbsolute, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/** What a second start hands to the first. Any local process may send it: it is parsed like any other input. */
export const secondInstanceSchema = z.object({ cwd: z.string(), argv: z.array(z.string()).max(200) })
export type Start = z.infer<typeof secondInstanceSchema>

/** The folder named on a command line: a plain path (relative to its own working folder) or a file:// address. */
export function openPathOf({ cwd, argv }: Start, appPath: string): string | null {
  const named = argv.slice(1).filter((arg) => !arg.startsWith('-'))
  for (const arg of named) {
    const path = arg.startsWith('file://') ? fromFileUrl(arg) : isAbsolute(arg) ? arg : resolve(cwd, arg)
    if (path !== null && path !== appPath) return path
  }
  return null
}

function fromFileUrl(text: string): string | null {
  try {
    return fileURLToPath(text)
  } catch {
    return null
  }
}
