import { describe, expect, it } from 'vitest'
import { createPacedSoon } from '../../../../src/renderer/timeline/data/paced'

/** A clock that is turned by hand: frames every 16 ms, tasks that take the time they are told to. */
function clock() {
  let time = 0
  let waiting: { at: number; task: () => void }[] = []
  const at = (moment: number, task: () => void) => {
    waiting.push({ at: moment, task })
  }
  return {
    ports: {
      now: () => time,
      frame: (task: () => void) => at(Math.floor(time / 16) * 16 + 16, task),
      later: (task: () => void, ms: number) => at(time + ms, task),
    },
    work: (ms: number) => {
      time += ms
    },
    runUntil: (end: number) => {
      while (waiting.some((each) => each.at <= end)) {
        const next = waiting.reduce((a, b) => (b.at < a.at ? b : a))
        waiting = waiting.filter((each) => each !== next)
        time = Math.max(time, next.at)
        next.task()
      }
      time = Math.max(time, end)
    },
  }
}

describe('drawing at a pace', () => {
  const drawn = (cost: number): number => {
    const { ports, work, runUntil } = clock()
    const soon = createPacedSoon(ports)
    let times = 0
    const draw = (): void => {
      times += 1
      work(cost)
      soon(draw)
    }
    soon(draw)
    runUntil(1600)
    return times
  }

  it('draws each frame while that is quick', () => {
    expect(drawn(2)).toBeGreaterThan(45)
  })

  it('draws less often when it takes long, and leaves most of the time free', () => {
    expect(drawn(40)).toBeLessThanOrEqual(15)
    expect(drawn(40)).toBeGreaterThan(8)
  })

  it('never rests longer than a quarter of a second', () => {
    expect(drawn(200)).toBeGreaterThanOrEqual(3)
  })
})
