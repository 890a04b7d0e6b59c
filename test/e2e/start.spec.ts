import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { consentPage, expect, test } from './support/app'
import { makeRepository } from './support/repository'

test('a folder named on the command line is added, also by a second start', async ({ launcher }) => {
  const one = makeRepository(join(launcher.scratch, 'one'), { 'a.txt': 'x\n' })
  const two = makeRepository(join(launcher.scratch, 'two words'), { 'a.txt': 'x\n' })
  const { app } = await launcher.launch({ args: [one] })
  await expect((await consentPage(app)).getByRole('heading', { name: /“?one”?/ })).toBeVisible()

  // The second start hands its folder over and ends.
  const { spawnfile, spawnargs } = app.process()
  const args = spawnargs.slice(1).filter((arg) => arg !== one && !/^--(inspect|remote-debugging)/.test(arg))
  const second = spawn(spawnfile, [...args, two], { stdio: 'ignore' })
  expect(await new Promise((done) => second.on('exit', done))).toBe(0)
  // The view that asked about the first repository goes, and another one comes.
  const asksAboutTwo = async (): Promise<boolean> =>
    (await consentPage(app)).getByRole('heading', { name: /two words/ }).isVisible()
  await expect.poll(() => asksAboutTwo().catch(() => false), { timeout: 20_000 }).toBe(true)
})

test('the window remembers its place', async ({ launcher }) => {
  const first = await launcher.launch()
  await first.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.setBounds({ x: 40, y: 30, width: 1100, height: 700 }),
  )
  await first.app.close()
  const second = await launcher.launch()
  const bounds = await second.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.getBounds(),
  )
  expect(bounds).toMatchObject({ width: 1100, height: 700 })
})
