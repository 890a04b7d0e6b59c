import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Gives a whole test run a temporary folder of its own and removes it at the end, whatever the tests left in it. */
export function setup(): () => void {
  const before = process.env['TMPDIR']
  const folder = mkdtempSync(join(tmpdir(), 'glovebox-tests-'))
  // Some tests run programs as another user, who has to get through here.
  chmodSync(folder, 0o755)
  process.env['TMPDIR'] = folder
  return () => {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
    // `rm`, since a tree may be deeper than Node's own removal can go.
    execFileSync('rm', ['-rf', folder])
  }
}
