import { laySampleOut } from '../../scripts/lib/journey.mjs'
import { calls } from '../../src/shared/ipc'
import { consentPage, dropOn, expect, test } from './support/app'

const consentCalls = Object.entries(calls)
  .filter(([, { sender }]) => sender === 'consent')
  .map(([name]) => name)

// I9: only the main-owned consent view can grant.
test('the app page can’t grant, by no function of its bridge and no message', async ({ launcher }) => {
  const { app, page } = await launcher.launch()
  const sample = await laySampleOut(app, page)
  await dropOn(page, [sample])
  await consentPage(app)
  expect(consentCalls).toContain('consent.grant')

  const grant = {
    runtimes: ['rehearsal'],
    capabilities: ['read_tracked_files'],
    scope: { type: 'until_revoked' },
    limits: {},
  }
  const codes = await page.evaluate(
    async ([names, input]) => {
      const bridge = window.glovebox
      const answers: string[] = []
      for (const name of names as string[])
        for (const payload of [input, {}, null]) {
          const reply = (await bridge.call(name, payload)) as { ok: boolean; error?: { code: string } }
          answers.push(reply.ok ? 'ok' : (reply.error?.code ?? ''))
          const streamed = await new Promise<string>((done) => {
            bridge.openStream(name, payload, (message) => {
              const { type, error } = message as { type: string; error?: { code: string } }
              done(type === 'failed' ? (error?.code ?? '') : type)
            })
          })
          answers.push(streamed)
        }
      return answers
    },
    [consentCalls, grant] as const,
  )
  expect(new Set(codes)).toEqual(new Set(['ipc.bad_sender', 'ipc.unknown_call']))
  expect(codes.filter((code) => code === 'ipc.bad_sender')).toHaveLength(consentCalls.length * 3)

  const exposed = await page.evaluate(() => ({
    bridge: Object.keys(window.glovebox).sort(),
    consent: 'gloveboxConsent' in window,
    node: 'require' in window || 'process' in window,
  }))
  expect(exposed).toEqual({
    bridge: ['call', 'openStream', 'pathOfDroppedFile'],
    consent: false,
    node: false,
  })
})

test('the consent page can make no call of the app', async ({ launcher }) => {
  const { app, page } = await launcher.launch()
  await dropOn(page, [await laySampleOut(app, page)])
  const consent = await consentPage(app)
  const codes = await consent.evaluate(
    async (names: string[]) => {
      const bridge = (
        window as unknown as { gloveboxConsent: { call: (name: string, input: unknown) => Promise<unknown> } }
      ).gloveboxConsent
      const answers: string[] = []
      for (const name of names) {
        const reply = (await bridge.call(name, {})) as { ok: boolean; error?: { code: string } }
        answers.push(reply.ok ? 'ok' : (reply.error?.code ?? ''))
      }
      return answers
    },
    Object.entries(calls)
      .filter(([, { sender }]) => sender === 'app')
      .map(([name]) => name),
  )
  expect(new Set(codes)).toEqual(new Set(['ipc.bad_sender']))
})

test('pages can’t navigate away, open windows, embed others, or ask for permissions', async ({
  launcher,
}) => {
  const { app, page } = await launcher.launch()
  const outcome = await page.evaluate(async () => {
    const opened = window.open('https://example.org')
    const permission = await Notification.requestPermission()
    const evaluated = (() => {
      try {
        return new Function('return 1')()
      } catch {
        return 'refused'
      }
    })()
    const fetched = await fetch('file:///etc/hostname').then(
      () => 'read',
      () => 'refused',
    )
    location.href = 'https://example.org'
    return { opened: opened === null, permission, evaluated, fetched }
  })
  expect(outcome).toEqual({ opened: true, permission: 'denied', evaluated: 'refused', fetched: 'refused' })
  await page.waitForTimeout(500)
  expect(page.url()).toBe('glovebox://app/')
  expect(app.windows()).toHaveLength(1)
})
