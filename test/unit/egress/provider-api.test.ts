import { describe, expect, it } from 'vitest'
import { anthropicApi, openaiApi, proxyVariables, readRules } from '../../../src/main/egress'

describe('what is known of the providers', () => {
  it.each([
    ['a key', anthropicApi, 'sk-ant-api03-x', { 'x-api-key': 'sk-ant-api03-x' }],
    ['a token', anthropicApi, 'sk-ant-oat01-x', { authorization: 'Bearer sk-ant-oat01-x' }],
    ['a key of OpenAI', openaiApi, 'sk-proj-x', { authorization: 'Bearer sk-proj-x' }],
  ])(
    '%s goes in its own header, and what stands for it inside holds none of it',
    (_name, api, key, headers) => {
      expect(api.keyHeaders(key)).toEqual(headers)
      expect(api.placeholder(key)).not.toContain(key)
      // The program inside has to take it for the same kind.
      expect(Object.keys(api.keyHeaders(api.placeholder(key)))).toEqual(Object.keys(headers))
    },
  )

  it('the hosts of accounts are rules that can be read', () => {
    for (const { accountRules } of [anthropicApi, openaiApi]) {
      expect(accountRules.length).toBeGreaterThan(0)
      expect(readRules(accountRules).ok).toBe(true)
    }
  })
})

describe('the variables for a proxy', () => {
  it('name it in both spellings, and leave the loopback address out', () => {
    const variables = proxyVariables(3128)
    expect(
      new Set(['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy'].map((name) => variables[name])),
    ).toEqual(new Set(['http://127.0.0.1:3128']))
    expect(variables['NO_PROXY']).toContain('127.0.0.1')
    expect(variables['no_proxy']).toBe(variables['NO_PROXY'])
  })
})
