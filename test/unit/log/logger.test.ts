import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createLogFile, createLogger, createRedactor, type LogLevel } from '../../../src/main/log'
import { planted } from './planted'

function logging(level: LogLevel = 'info') {
  const lines: string[] = []
  const { redact } = createRedactor({})
  const logger = createLogger({ write: (line) => lines.push(line), redact, now: () => 0, level })
  return { logger, lines, entries: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) }
}

describe('createLogger', () => {
  it('writes one JSON line per entry, from its level on', () => {
    const { logger, lines, entries } = logging('warn')
    logger.info('quiet')
    logger.warn('two\nlines', { count: 2 })
    expect(lines).toHaveLength(1)
    expect(lines[0]?.endsWith('}\n')).toBe(true)
    expect(entries()[0]).toEqual({
      at: '1970-01-01T00:00:00.000Z',
      level: 'warn',
      message: 'two\nlines',
      details: { count: 2 },
    })
  })

  it('masks secrets in message, details, keys of errors and what lies deep (I8)', () => {
    const { logger, lines } = logging()
    const secret = planted['GitHub token'] ?? ''
    const cause = new Error(`refused ${secret}`, { cause: { header: secret } })
    logger.error(`failed with ${secret}`, { cause, list: [{ secret }] })
    expect(lines[0]).not.toContain(secret)
    expect(lines[0]?.match(/\[masked: GitHub token\]/g)?.length).toBeGreaterThanOrEqual(4)
  })

  it('bounds what it writes, and masks before it cuts', () => {
    const { logger, lines } = logging()
    const secret = planted['GitHub token'] ?? ''
    logger.error('x'.repeat(1990) + secret, { text: `${'y'.repeat(16_370)} ${secret}` })
    expect(lines[0]?.length).toBeLessThan(20_000)
    expect(lines[0]).not.toContain(secret.slice(0, 8))
  })

  it('never throws, whatever it is given', () => {
    const { logger, lines, entries } = logging()
    const cycle: Record<string, unknown> = { big: 10n, call: () => 0, none: undefined }
    cycle['self'] = cycle
    const hostile = {
      get boom(): string {
        throw new Error('no')
      },
    }
    logger.info('cycle', cycle)
    logger.info('hostile', { hostile })
    expect(lines).toHaveLength(2)
    expect(entries()[0]).toMatchObject({ details: { big: '10' } })
  })

  it('tells a value that is used twice from a cycle', () => {
    const { logger, entries } = logging()
    const shared = { a: 1 }
    logger.info('twice', { first: shared, second: [shared, shared] })
    expect(entries()[0]).toMatchObject({ details: { first: { a: 1 }, second: [{ a: 1 }, { a: 1 }] } })
  })
})

describe('createLogFile', () => {
  it('appends, begins anew at its size, keeps the file before, and is readable by the user alone', () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'glovebox-log-')), 'logs')
    const write = createLogFile({ folder, maxBytes: 10 })
    for (const line of ['first line\n', 'second\n', 'third\n']) write(line)
    expect(readFileSync(join(folder, 'glovebox.log'), 'utf8')).toBe('second\nthird\n')
    expect(readFileSync(join(folder, 'glovebox.log.old'), 'utf8')).toBe('first line\n')
    expect(statSync(join(folder, 'glovebox.log')).mode & 0o777).toBe(0o600)
    rmSync(join(folder, '..'), { recursive: true })
  })

  it('loses the line where it can not write', () => {
    expect(() => createLogFile({ folder: '/dev/null/logs' })('line\n')).not.toThrow()
  })
})
