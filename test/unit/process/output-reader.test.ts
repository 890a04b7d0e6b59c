import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { createOutputBudget } from '../../../src/main/process/output-budget'
import { readLines, readText } from '../../../src/main/process/output-reader'

const noLimit = createOutputBudget(Number.MAX_SAFE_INTEGER, () => undefined)

describe('readLines', () => {
  it('stops in the middle of a chunk when it is paused, and goes on in order', async () => {
    const stream = new PassThrough()
    const lines: string[] = []
    const reader = readLines(stream, noLimit, (line) => {
      lines.push(line)
      if (line === '2') reader.pause()
    })
    stream.end('1\n2\n3\n4\n')
    await new Promise((resolve) => setImmediate(resolve))
    expect(lines).toEqual(['1', '2'])
    reader.resume()
    await reader.done
    expect(lines).toEqual(['1', '2', '3', '4'])
  })

  it('keeps the order when a handler pauses and resumes at once', async () => {
    const stream = new PassThrough()
    const lines: string[] = []
    const reader = readLines(stream, noLimit, (line) => {
      reader.pause()
      lines.push(line)
      reader.resume()
    })
    stream.end('1\n2\n3')
    await reader.done
    expect(lines).toEqual(['1', '2', '3'])
  })

  it('delivers nothing beyond the ceiling, nor the line that it cut, and says so once', async () => {
    const stream = new PassThrough()
    const lines: string[] = []
    const seen: number[] = []
    const budget = createOutputBudget(7, (bytes) => seen.push(bytes))
    const reader = readLines(stream, budget, (line) => lines.push(line))
    stream.write('123\n56')
    stream.write('78\n')
    stream.end('more\n')
    await reader.done
    expect(lines).toEqual(['123'])
    expect(seen).toEqual([9])
  })

  it('leaves the loop its turns while a read holds more lines than can be handled at once', async () => {
    const stream = new PassThrough()
    const seen: number[] = []
    let lines = 0
    const reader = readLines(stream, noLimit, () => {
      lines += 1
      const until = performance.now() + 1
      while (performance.now() < until);
    })
    const turns = setInterval(() => seen.push(lines), 1)
    stream.end('line\n'.repeat(60))
    await reader.done
    clearInterval(turns)
    expect(lines).toBe(60)
    // Others had their turn between the lines, not only before the first and after the last.
    expect(seen.filter((count) => count > 0 && count < 60).length).toBeGreaterThan(1)
  })

  it('delivers the rest after its stream has ended, in later turns, unless it is paused', async () => {
    const stream = new PassThrough()
    const lines: string[] = []
    const reader = readLines(stream, noLimit, (line) => {
      lines.push(line)
      const until = performance.now() + 10
      while (performance.now() < until);
      if (line === '2') reader.pause()
    })
    stream.end('1\n2\n3\n')
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(lines).toEqual(['1', '2'])
    expect(reader.paused()).toBe(true)
    reader.resume()
    await reader.done
    expect(lines).toEqual(['1', '2', '3'])
  })

  it('delivers the rest, and ends, where a handler fails at a line', async () => {
    const stream = new PassThrough()
    const lines: string[] = []
    const reader = readLines(stream, noLimit, (line) => {
      if (line === '1') throw new Error('at the first line')
      lines.push(line)
    })
    expect(() => stream.emit('data', Buffer.from('1\n2\n'))).toThrow('at the first line')
    stream.end('3\n')
    await reader.done
    expect(lines).toEqual(['2', '3'])
  })

  it('ends when its stream is destroyed', async () => {
    const stream = new PassThrough()
    const lines: string[] = []
    const reader = readLines(stream, noLimit, (line) => lines.push(line))
    stream.write('half')
    await new Promise((resolve) => setImmediate(resolve))
    stream.destroy()
    await reader.done
    expect(lines).toEqual(['half'])
  })
})

describe('readText', () => {
  it('keeps a character whole that is split over reads', async () => {
    const stream = new PassThrough()
    const texts: string[] = []
    const reader = readText(stream, noLimit, (text) => texts.push(text))
    const snow = Buffer.from('a☃')
    stream.write(snow.subarray(0, 2))
    await new Promise((resolve) => setImmediate(resolve))
    stream.end(snow.subarray(2))
    await reader.done
    expect(texts).toEqual(['a', '☃'])
  })
})
