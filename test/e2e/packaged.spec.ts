import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { chromium, expect, test } from '@playwright/test'
import { dropOn, launchApp } from '../../scripts/lib/app-driver.mjs'
import { electronArgs } from '../../scripts/lib/electron-args.mjs'
import { grant, laySampleOut, startRun, waitForEnd } from '../../scripts/lib/journey.mjs'
import { startProgram } from './support/program'

const shipped = named('GLOVEBOX_PACKAGED')
const forTests = named('GLOVEBOX_PACKAGED_TEST')

let profile: string
test.beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), 'glovebox-packaged-'))
})
test.afterEach(() => rmSync(profile, { recursive: true, force: true }))

test('the packaged app does its main job, with nothing of this checkout', async () => {
  const { app, page } = await launchApp({
    electron: forTests,
    electronArgs: electronArgs(forTests),
    appFolder: null,
    profile,
    env: { GLOVEBOX_PACE: 'fast', GLOVEBOX_SQLITE_BINDING: undefined },
  })
  try {
    expect(await app.evaluate(({ app: own }) => own.isPackaged)).toBe(true)
    const sample = await laySampleOut(app, page)
    await dropOn(page, [sample])
    await grant(app)
    await startRun(page, { prompt: 'Make parseRange accept open ends.', scenario: 'Careful' })
    expect(await waitForEnd(page)).toMatchObject({ status: 'succeeded' })
  } finally {
    await app.close()
  }
})

test('what is shipped can be turned into no other program', async () => {
  const wire = await getCurrentFuseWire(shipped)
  const on = [
    FuseV1Options.EnableCookieEncryption,
    FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
    FuseV1Options.OnlyLoadAppFromAsar,
  ]
  const off = [
    FuseV1Options.RunAsNode,
    FuseV1Options.EnableNodeOptionsEnvironmentVariable,
    FuseV1Options.EnableNodeCliInspectArguments,
    FuseV1Options.LoadBrowserProcessSpecificV8Snapshot,
    FuseV1Options.GrantFileProtocolExtraPrivileges,
  ]
  expect(on.map((fuse) => wire[fuse])).toEqual(on.map(() => FuseState.ENABLE))
  expect(off.map((fuse) => wire[fuse])).toEqual(off.map(() => FuseState.DISABLE))
  expect(existsSync(join(dirname(shipped), 'resources/app'))).toBe(false)
})

test('what is shipped plays the Rehearsal agent itself, on a machine without Node', async () => {
  const mirror = join(profile, 'mirror')
  cpSync('resources/sample-repo', mirror, { recursive: true })
  const agent = spawn(
    shipped,
    [
      ...electronArgs(shipped),
      '--ozone-platform=headless',
      '--glovebox-rehearsal',
      ...['--scenario', 'careful', '--mirror', mirror, '--pace', 'fast'],
      ...['--capabilities', 'read_tracked_files,write_mirror,create_files'],
    ],
    { env: { PATH: '/nonexistent', HOME: profile }, stdio: ['pipe', 'pipe', 'ignore'] },
  )
  const types: unknown[] = []
  agent.stdin.write('{"type":"prompt","text":"Accept open ends."}\n')
  for await (const line of createInterface({ input: agent.stdout })) {
    const { type } = JSON.parse(line)
    types.push(type)
    if (type === 'response_finished') agent.stdin.write('{"type":"continue"}\n')
  }
  expect(types).toContain('final')
  expect(existsSync(join(mirror, 'test/open-end.test.js'))).toBe(true)
})

test('what is shipped opens its window', async () => {
  const program = startProgram(shipped, [
    ...electronArgs(shipped),
    `--user-data-dir=${profile}`,
    '--remote-debugging-port=0',
  ])
  try {
    const browser = await chromium.connectOverCDP(await program.printed(/DevTools listening on (ws:\S+)/))
    const pages = () => browser.contexts().flatMap((context) => context.pages())
    await expect
      .poll(() => pages().map((page) => page.url()))
      .toContainEqual(expect.stringMatching(/^glovebox:\/\/app/))
    const [page] = pages()
    await expect(page!.getByText('No projects yet')).toBeVisible()
    await browser.close()
  } finally {
    await program.end()
  }
})

function named(name: string): string {
  const value = process.env[name]
  if (value === undefined) throw new Error(`${name} is not set: run these tests by npm run test:e2e.`)
  return value
}
