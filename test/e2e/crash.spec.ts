import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { callMain, grant, laySampleOut } from '../../scripts/lib/journey.mjs'
import { findRunProcesses } from '../../src/main/process'
import { openStore } from '../../src/main/store'
import { sessionIdSchema } from '../../src/shared'
import { dropOn, expect, test } from './support/app'

/** Three here; the whole proof takes twenty: GLOVEBOX_CRASHES=20. */
const crashes = Number(process.env['GLOVEBOX_CRASHES'] ?? 3)

// I3: a crash loses no event that was shown.
test('killed in the middle of a run, it starts again with all that was shown and nothing left over', async ({
  launcher,
}) => {
  test.setTimeout(60_000 + crashes * 40_000)
  const first = await launcher.launch()
  await dropOn(first.page, [await laySampleOut(first.app, first.page)])
  await grant(first.app, { scope: 'Until I revoke it' })
  await first.app.close()

  for (let crash = 0; crash < crashes; crash += 1) {
    const { app, page, pid } = await launcher.launch({ env: { GLOVEBOX_PACE: 'real' } })
    let shown = 0
    await page.exposeFunction('shown', (seq: number) => {
      shown = Math.max(shown, seq)
    })
    const [project] = await callMain(page, 'projects.list')
    const { sessionId } = await callMain(page, 'runs.start', {
      projectId: project.id,
      prompt: 'Accept open ends.',
      runtime: 'rehearsal',
      variant: crash % 2 === 0 ? 'careful' : 'hasty',
      policy: { capabilities: project.consent.capabilities, limits: project.consent.limits, runtimes: [] },
    })
    await page.evaluate((id) => {
      const report = (window as unknown as { shown: (seq: number) => void }).shown
      const stream = window.glovebox.openStream('session.events', { sessionId: id, after: 0 }, (raw) => {
        const message = raw as { type: string; batch: number; items: { events: { seq: number }[] }[] }
        if (message.type !== 'batch') return
        for (const item of message.items) for (const { seq } of item.events) report(seq)
        stream.acknowledge(message.batch)
      })
    }, sessionId)
    await expect.poll(() => shown).toBeGreaterThan(0)
    await page.waitForTimeout(Math.random() * 6000)
    process.kill(pid, 'SIGKILL')
    await app.waitForEvent('close').catch(() => undefined)

    const again = await launcher.launch()
    const session = await callMain(again.page, 'sessions.get', { sessionId })
    expect(['interrupted', 'succeeded']).toContain(session.status)
    expect(session.lastSeq).toBeGreaterThanOrEqual(shown)
    expect(await callMain(again.page, 'sessions.verify', { sessionId })).toMatchObject({ brokenSeq: null })
    expect(await findRunProcesses([sessionId])).toEqual([])
    expect(readdirSync(join(launcher.profile, 'runs'))).toEqual([])
    await again.app.close()
    expectSoundStore(join(launcher.profile, 'store'), sessionId, shown)
  }
})

function expectSoundStore(folder: string, sessionId: string, shown: number): void {
  const store = openStore({ folder, nativeBinding: null, now: Date.now })
  if (!store.ok) throw new Error(store.error.message)
  const id = sessionIdSchema.parse(sessionId)
  const events = store.value.read.eventsAfter(id, 0, 100_000, 1_000_000_000)
  expect(events.map(({ seq }) => seq).slice(0, shown)).toEqual(
    [...Array(shown).keys()].map((index) => index + 1),
  )
  store.value.close()
}
