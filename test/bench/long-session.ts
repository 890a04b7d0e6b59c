import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CDPSession, Page } from '@playwright/test'
import { visit } from '../../scripts/lib/journey.mjs'
import { inApp } from './launch'
import { type Measure, median } from './measure'
import { seedSessions } from './seed-session'

const short = { prompt: 'A short session', events: 100 }
const long = { prompt: 'A long session', events: 100_000 }
const rounds = 7
const places = 9
const megabyte = 1024 * 1024
const heapLimit = 200

/** Opens a session of 100,000 events and one of 100 in the real app, by turns: time to the first rows, and the heap. */
export async function bench(): Promise<Measure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'glovebox-bench-'))
  try {
    const profile = join(folder, 'profile')
    seedSessions(profile, [short, long])
    return await inApp(profile, (_app, page) => measureIn(page))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measureIn(page: Page): Promise<Measure[]> {
  const measures: Measure[] = []
  for (const view of views) {
    const times = { short: [] as number[], long: [] as number[] }
    for (let round = 0; round <= rounds; round += 1) {
      const took = { short: await open(page, view, short.prompt), long: await open(page, view, long.prompt) }
      // The first time is for the window to get to know its own code.
      if (round === 0) continue
      times.short.push(took.short)
      times.long.push(took.long)
    }
    measures.push(first(view.name, median(times.long), median(times.short)))
  }
  const client = await page.context().newCDPSession(page)
  await client.send('HeapProfiler.enable')
  for (const view of views) {
    const small = await heapAfter(page, client, view, short.prompt)
    const large = await heapAfter(page, client, view, long.prompt)
    measures.push(heap(`${view.name}_heap`, large.peak, small.peak))
    measures.push(heap(`${view.name}_heap_kept`, large.kept, small.kept))
  }
  return measures
}

function first(view: string, value: number, anchor: number): Measure {
  return {
    name: `long-session.${view}`,
    value,
    unit: 'ms',
    anchor: `first rows of 100 events instead of 100,000: ${anchor.toFixed(0)} ms`,
    ratio: value / anchor,
  }
}

function heap(name: string, value: number, anchor: number): Measure {
  return {
    name: `long-session.${name}`,
    value,
    unit: 'MB',
    anchor: `of ${heapLimit} MB; with 100 events: ${anchor.toFixed(1)} MB`,
    ratio: value / heapLimit,
  }
}

type View = {
  readonly name: string
  /** The last click that opens it, from the list of sessions. */
  readonly click: (page: Page, prompt: string) => Promise<void>
  /** Whether its first rows are there: runs in the page. */
  readonly isThere: string
  readonly goTo: (page: Page, part: number) => Promise<void>
}

const views: readonly View[] = [
  {
    name: 'timeline',
    click: async (page, prompt) => {
      await page.getByRole('button', { name: prompt, exact: true }).click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Timeline' }).click()
    },
    isThere: `(() => {
      const rows = [...document.querySelectorAll('section[aria-label="Timeline"] li[data-row]')]
      return rows.length > 1 && rows.every((row) => row.querySelector('[aria-busy]') === null)
    })()`,
    goTo: (page, part) =>
      page.getByRole('region', { name: 'Timeline' }).evaluate((timeline, to) => {
        timeline.scrollTop = to * timeline.scrollHeight
      }, part),
  },
  {
    name: 'replay',
    click: (page, prompt) => page.getByRole('button', { name: prompt, exact: true }).click(),
    isThere: `
      document.querySelector('nav[aria-label="Frames"] li') !== null &&
      document.querySelector('section[aria-label="In frame 1"]')?.textContent.includes('part 1 accepts')`,
    goTo: async (page, part) => {
      const slider = page.getByRole('slider')
      const box = await slider.boundingBox()
      if (box === null) throw new Error('there is no scrub bar')
      await page.mouse.click(box.x + 4 + part * (box.width - 8), box.y + box.height / 2)
    },
  },
]

/** Milliseconds from the click to the frame after the one in which the first rows were there. */
async function open(page: Page, { click, isThere }: View, prompt: string): Promise<number> {
  await visit(page, 'Sessions')
  await page.getByRole('button', { name: prompt, exact: true }).waitFor()
  await page.evaluate(watchScript(isThere))
  await click(page, prompt)
  return page.evaluate<number>('globalThis.firstRows')
}

/** The menu's own opening is not counted: the last click before the rows is. */
const watchScript = (isThere: string): string => `(() => {
  let clicked = 0
  const onClick = (event) => { clicked = event.timeStamp }
  addEventListener('click', onClick, { capture: true })
  globalThis.firstRows = new Promise((resolve) => {
    const look = () => requestAnimationFrame(() => {
      if (clicked === 0 || !(${isThere})) return look()
      requestAnimationFrame((now) => {
        removeEventListener('click', onClick, { capture: true })
        resolve(now - clicked)
      })
    })
    look()
  })
  return null
})()`

/** Megabytes of the window's heap: the most that was seen while going through the session, and what stays afterwards. */
async function heapAfter(
  page: Page,
  client: CDPSession,
  view: View,
  prompt: string,
): Promise<{ readonly peak: number; readonly kept: number }> {
  await open(page, view, prompt)
  let peak = 0
  for (let place = 0; place <= places; place += 1) {
    await view.goTo(page, place / places)
    await page.waitForTimeout(700)
    peak = Math.max(peak, await usedHeap(client))
  }
  await client.send('HeapProfiler.collectGarbage')
  return { peak, kept: await usedHeap(client) }
}

async function usedHeap(client: CDPSession): Promise<number> {
  return (await client.send('Runtime.getHeapUsage')).usedSize / megabyte
}
