import { describe, expect, it } from 'vitest'
import { dispatch, type Handlers } from '../../../src/main/gateway/dispatch'
import { failure, ok } from '../../../src/shared'
import { type CallName, calls, type Sender } from '../../../src/shared/ipc'
import { ids } from '../../support/builders'

const names = Object.keys(calls) as CallName[]
const bugs: string[] = []
const handlers = Object.fromEntries(
  names.map((name) => [name, () => ok({ called: name })]),
) as unknown as Handlers
const send = (raw: unknown, sender: Sender | null, table: Handlers = handlers) =>
  dispatch(raw, sender, table, {
    onBug: (name) => bugs.push(name),
    maskError: (error) => ({ ...error, message: error.message.replace('hunter2', '[masked]') }),
  })
const codeOf = async (raw: unknown, sender: Sender | null) => {
  const reply = await send(raw, sender)
  return reply.ok ? 'ok' : reply.error.code
}

describe('dispatch', () => {
  it.each(names.filter((name) => calls[name].sender === 'consent'))(
    'refuses %s from the app page and from a stranger, whatever it carries',
    async (name) => {
      for (const sender of ['app', null] as const)
        for (const input of [{}, null, { projectId: ids.project }, undefined])
          expect(await codeOf({ name, input }, sender)).toBe('ipc.bad_sender')
    },
  )

  it.each(names.filter((name) => calls[name].sender === 'app'))(
    'refuses %s from the consent page',
    async (name) => {
      expect(await codeOf({ name, input: {} }, 'consent')).toBe('ipc.bad_sender')
    },
  )

  it.each([
    ['no request at all', null, 'ipc.bad_input'],
    ['a call that does not exist', { name: 'app.quit', input: {} }, 'ipc.unknown_call'],
    ['a name of every object', { name: 'toString', input: {} }, 'ipc.unknown_call'],
    ['a proto key', { name: '__proto__', input: {} }, 'ipc.unknown_call'],
    ['input that does not fit', { name: 'sessions.get', input: { sessionId: 'no' } }, 'ipc.bad_input'],
    ['input that fits', { name: 'sessions.get', input: { sessionId: ids.session } }, 'ok'],
  ])('answers %s', async (_name, raw, code) => {
    expect(await codeOf(raw, 'app')).toBe(code)
  })

  it('names the field that does not fit', async () => {
    const reply = await send({ name: 'sessions.get', input: { sessionId: 'no' } }, 'app')
    expect(!reply.ok && reply.error.details).toEqual({ call: 'sessions.get', path: 'sessionId' })
  })

  it('masks what a window is told of an error (I8)', async () => {
    const failing = {
      ...handlers,
      'settings.get': () => failure('settings.invalid', 'hunter2 does not fit'),
    }
    const reply = await send({ name: 'settings.get', input: {} }, 'app', failing)
    expect(!reply.ok && reply.error.message).toBe('[masked] does not fit')
  })

  it('turns a throw into internal.bug and reports it', async () => {
    const broken = {
      ...handlers,
      'settings.get': () => {
        throw new Error('boom')
      },
    }
    const reply = await send({ name: 'settings.get', input: {} }, 'app', broken)
    expect(!reply.ok && [reply.error.code, reply.error.cause]).toEqual(['internal.bug', 'boom'])
    expect(bugs).toEqual(['settings.get'])
  })
})
