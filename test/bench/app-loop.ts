import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import { consentPage } from '../../scripts/lib/app-driver.mjs'
import { callMain, grant, visit, waitForEnd } from '../../scripts/lib/journey.mjs'
import type { SessionView } from '../../src/shared'
import { inApp } from './launch'
import { type LoopFigures, watchFrames, watchLoop } from './loop-watch'
import type { Measure } from './measure'

const perSecond = 5000
const seconds = 10
/** For the agent to begin, the view to be opened, and the code to get warm. */
const leadSeconds = 3
const tailSeconds = 5
const variant = `flood:${(leadSeconds + seconds + tailSeconds) * perSecond}@${perSecond}`
const prompt = 'Flood the window.'

/** The real app with the Run view open while an agent prints 5,000 events a second: its main loop and its window. */
export async function bench(): Promise<Measure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'glovebox-bench-'))
  try {
    return await inApp(join(folder, 'profile'), measureIn)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measureIn(app: ElectronApplication, page: Page): Promise<Measure[]> {
  const projectId = await consentedProject(app, page)
  await visit(page, 'Sessions')
  const idle = await watch(app, page)

  await startFlood(page, projectId)
  const before = await newest(page)
  const flood = await watch(app, page)
  const after = await newest(page)
  if (after.status !== 'running') throw new Error(`the flood ended while it was measured: ${after.status}`)
  const end = await waitForEnd(page)
  await expectAllShown(page, end)
  const rate = ((after.toolCalls - before.toolCalls) * 10) / seconds

  return [
    {
      name: 'app-loop.rate',
      value: rate,
      unit: 'events/s',
      anchor: `${perSecond} asked for`,
      ratio: rate / perSecond,
    },
    beside('app-loop.delay_p50', flood.loop.p50, idle.loop.p50),
    beside('app-loop.delay_p99', flood.loop.p99, idle.loop.p99),
    beside('app-loop.delay_max', flood.loop.max, idle.loop.max),
    beside('app-loop.frame_p50', flood.frames.p50, idle.frames.p50),
    beside('app-loop.frame_p99', flood.frames.p99, idle.frames.p99),
    beside('app-loop.longest_task', flood.frames.longestTask, idle.frames.longestTask),
  ]
}

function beside(name: string, value: number, idle: number): Measure {
  return {
    name,
    value,
    unit: 'ms',
    anchor: `the same app idle: ${idle.toFixed(2)} ms`,
    ratio: idle === 0 ? null : value / idle,
  }
}

async function watch(app: ElectronApplication, page: Page): Promise<LoopFigures> {
  const [loop, frames] = await Promise.all([watchLoop(app, seconds), watchFrames(page, seconds)])
  return { loop, frames }
}

/** The sample repository, with limits that let the flood through. */
async function consentedProject(app: ElectronApplication, page: Page): Promise<string> {
  const project = await callMain(page, 'projects.add_sample')
  const consent = await consentPage(app)
  await consent.getByText('Limits of one run').click()
  await consent.getByRole('textbox', { name: 'Events' }).fill('1000000')
  await consent.getByRole('textbox', { name: 'Output', exact: true }).fill('500')
  await grant(app, { scope: 'Until I revoke it' })
  return project.id
}

/** Starts the run, opens it as a user does, and lets it come to its pace. */
async function startFlood(page: Page, projectId: string): Promise<void> {
  const [project] = await callMain(page, 'projects.list')
  const { capabilities, limits } = project.consent
  const policy = { capabilities, limits, runtimes: [] }
  await callMain(page, 'runs.start', { projectId, prompt, runtime: 'rehearsal', variant, policy })
  await page.getByRole('button', { name: prompt, exact: true }).click()
  const deadline = Date.now() + 60_000
  while ((await newest(page)).toolCalls < (leadSeconds * perSecond) / 10) {
    if (Date.now() > deadline) throw new Error('the flood does not come to its pace')
    await page.waitForTimeout(100)
  }
}

async function newest(page: Page): Promise<SessionView> {
  const { sessions } = await callMain(page, 'sessions.list', { projectId: null, before: null, limit: 1 })
  return sessions[0]
}

/** The window keeps up: soon after the end its last row is the session's last. */
async function expectAllShown(page: Page, { rows }: SessionView): Promise<void> {
  await page
    .locator(`section[aria-label="Timeline"] li[data-row="${rows - 1}"][aria-setsize="${rows}"]`)
    .waitFor({ timeout: 5000 })
}
