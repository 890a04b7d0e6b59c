import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { buildCallerProgram } from '../../../src/main/sandbox/probe/caller-program'
import { createImage, readAnswers } from '../../../src/main/sandbox/probe/image'
import { isMachine } from '../../../src/main/sandbox/seccomp/system-calls'

const machine = isMachine(process.arch) ? process.arch : 'x64'

function makeCalls(program: string, image: Buffer) {
  return readAnswers(execFileSync(program, { input: image, maxBuffer: 1024 * 1024 }))
}

it('makes the calls of its memory and tells the kernel’s answers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'glovebox-caller-'))
  const program = join(folder, 'caller')
  writeFileSync(program, buildCallerProgram(machine), { mode: 0o755 })
  writeFileSync(join(folder, 'text'), 'what is in it')
  const image = createImage(machine)
  const room = image.room(64)
  const opened = image.call('openat', -100, image.bytes(join(folder, 'text')), 0)
  const read = image.call('read', 3, room, 64)
  const missing = image.call('openat', -100, image.bytes(join(folder, 'none')), 0)
  const pid = image.call('getpid')
  const unknown = image.call('create_module')
  const answers = makeCalls(program, image.encode())
  expect([opened, read, missing].map((place) => answers?.of(place))).toEqual([3, 13, -2])
  expect(answers?.text(room, 13)).toBe('what is in it')
  expect(answers?.of(pid)).toBeGreaterThan(1)
  expect(answers?.of(unknown)).toBe(-38)
})

it('is told from a program that says something else', () => {
  expect(readAnswers(Buffer.from('hello'))).toBeNull()
})
