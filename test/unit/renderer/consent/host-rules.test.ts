import { describe, expect, it } from 'vitest'
import { hostProblem, hostsMissing, mostHosts, readHosts } from '../../../../src/renderer/consent/host-rules'
import { ableWords, hostWords } from '../../../../src/renderer/lib/consent-words'

describe('a host rule', () => {
  it.each([
    'example.org',
    'example.org:8443',
    '*.example.org',
    '*.example.org:443',
    'EXAMPLE.org.',
    'localhost:3000',
    'münchen.example',
    '192.0.2.7',
    '192.0.2.7:8080',
    '[2001:db8::1]:443',
    '2001:db8::1',
    '_dmarc.example.org',
  ])('can be %s', (rule) => {
    expect(hostProblem(rule)).toBeNull()
  })

  it.each([
    ['https://example.org', 'https://'],
    ['example.org/path', 'after the host'],
    ['example.org?x', 'after the host'],
    ['me@example.org', 'before the @'],
    ['a.example b.example', 'spaces'],
    ['a.example,b.example', 'one host to a line'],
    ['example.org:0', '1 to 65535'],
    ['example.org:70000', '1 to 65535'],
    ['example.org:', '1 to 65535'],
    ['*', 'Every host'],
    ['*.org', 'two parts'],
    ['*:443', 'Every host'],
    ['api.*.org', 'in front'],
    ['*.*.example.org', 'in front'],
    ['-a.example', 'no host name'],
    ['a..example', 'no host name'],
    [':443', 'missing'],
    ['[zz]:443', 'no address'],
    ['a'.repeat(301), 'longer'],
  ])('can’t be %s', (rule, words) => {
    expect(hostProblem(rule)).toContain(words)
  })
})

describe('hosts as typed', () => {
  it('are read line by line, blank ones and doubles left out', () => {
    expect(readHosts(' a.example \n\nb.example\na.example\n')).toEqual({
      hosts: ['a.example', 'b.example'],
      problems: [],
    })
  })

  it('say which line is wrong', () => {
    expect(readHosts('a.example\nhttp://b.example\n\n*').problems.map(({ line }) => line)).toEqual([2, 4])
  })

  it('are not more than can be granted', () => {
    const text = Array.from({ length: mostHosts + 1 }, (_, index) => `h${index}.example`).join('\n')
    expect(readHosts(text).problems).toEqual([
      { line: mostHosts + 1, text: 'At most 100 hosts can be listed.' },
    ])
  })
})

describe('hosts in words', () => {
  it('are named, a few of many', () => {
    expect(hostWords(['a', 'b', 'c'])).toBe('a, b and c')
    expect(hostWords(['a', 'b', 'c', 'd'])).toBe('a, b and 2 other hosts')
  })

  it('stand in what a run may do', () => {
    expect(ableWords(['reach_network'], null, null, ['a.example'])).toEqual(['reach a.example'])
    expect(ableWords(['reach_network'], null)).toEqual(['reach the hosts you list'])
  })
})

describe('what is missing before hosts can be granted', () => {
  it('is the first wrong line, or that there is none', () => {
    expect(hostsMissing(readHosts(''))).toContain('at least one host')
    expect(hostsMissing(readHosts('a.example\n*'))).toMatch(/line 2: Every host/)
    expect(hostsMissing(readHosts('a.example'))).toBeNull()
  })
})
