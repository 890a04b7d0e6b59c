import { describe, expect, it } from 'vitest'
import { aspectGroups, outcomeOf } from '../../../../src/renderer/level/aspect-groups'
import {
  holdsWrites,
  isLimitHeld,
  isNotStarted,
  isSameLevel,
  isSandboxed,
  levelDifference,
  levelSentence,
  levelShort,
  levelTone,
} from '../../../../src/renderer/level/level-words'
import { noLevelWords } from '../../../../src/renderer/level/no-level-words'
import { stripLevel, stripLevels } from '../../../../src/renderer/level/strip-level'
import { failure, levelOf, mirrorOnly, notStarted, sandboxAspects } from '../../../../src/shared'
import { probe } from './support'

const wholly = levelOf(probe('bubblewrap'))
const partly = levelOf(
  probe('firejail', {
    kernel_surface: 'partly',
    memory: 'not_held',
    network: 'not_held',
    loopback: 'not_held',
  }),
)
const plain = levelOf(probe('subprocess', { cpu_time: 'held' }, 'not_held'))

describe('groups of aspects', () => {
  it('have each aspect once', () => {
    const grouped = aspectGroups(probe('docker').aspects).flatMap(({ aspects }) => aspects)
    expect(grouped.map(({ aspect }) => aspect).sort()).toEqual([...sandboxAspects].sort())
  })

  it('are held only where each aspect is', () => {
    const of = (...outcomes: readonly ('held' | 'partly' | 'not_held' | 'unknown')[]) =>
      outcomeOf(outcomes.map((outcome) => ({ aspect: 'network', outcome, evidence: '' })))
    expect(of('held', 'held')).toBe('held')
    expect(of('held', 'not_held')).toBe('partly')
    expect(of('held', 'unknown')).toBe('partly')
    expect(of('partly', 'partly')).toBe('partly')
    expect(of('not_held', 'unknown')).toBe('not_held')
    expect(of('unknown', 'unknown')).toBe('unknown')
  })

  it('do not suffer from a container engine that is not there', () => {
    const groups = aspectGroups(probe('bubblewrap', { docker_socket: 'unknown' }).aspects)
    expect(groups.find(({ name }) => name === 'programs')?.outcome).toBe('held')
  })
})

describe('a level in words', () => {
  it('says in one line what is out of reach and what is limited', () => {
    expect(levelSentence(wholly)).toBe(
      'Held by bubblewrap: other files, other programs, devices and the network beyond what you grant are out of reach; memory, processes and processor time are limited.',
    )
  })

  it('says what is held in part and what is not', () => {
    expect(levelSentence(partly)).toBe(
      'Held by firejail: other files and other programs are out of reach; held in part: devices and memory, processes and processor time; not held: the network beyond what you grant.',
    )
  })

  it('never calls a run held that nothing holds', () => {
    for (const level of [mirrorOnly, plain]) {
      expect(isSandboxed(level)).toBe(false)
      expect(levelTone(level)).toBe('warn')
      expect(levelSentence(level)).toMatch(/^Not sandboxed/)
      expect(levelShort(level)).toBe(level.title)
    }
  })

  it('warns where a part of the boundary is open', () => {
    expect(levelTone(wholly)).toBe('ok')
    expect(levelTone(partly)).toBe('warn')
  })

  it('is short in the strip, and says nothing of a run that never began', () => {
    expect(stripLevel(wholly, 'recorded:')?.text).toBe(
      'recorded: bubblewrap · files, programs, network, kernel, limits held',
    )
    expect(isNotStarted(notStarted)).toBe(true)
    expect(isNotStarted(mirrorOnly)).toBe(false)
    expect(stripLevel(notStarted)).toBeNull()
  })
})

describe('limits', () => {
  it('are held by the sandbox only where it was seen to hold them', () => {
    expect(isLimitHeld(wholly, 'memoryBytes')).toBe(true)
    expect(isLimitHeld(partly, 'memoryBytes')).toBe(false)
    expect(isLimitHeld(partly, 'processes')).toBe(true)
    expect(isLimitHeld(mirrorOnly, 'cpuMs')).toBe(false)
    expect(isLimitHeld(null, 'cpuMs')).toBe(false)
  })

  it('that Glovebox counts itself are held at every level', () => {
    expect(isLimitHeld(mirrorOnly, 'wallTimeMs')).toBe(true)
    expect(isLimitHeld(null, 'outputBytes')).toBe(true)
  })
})

it('is known whether anything outside the copy could be changed', () => {
  expect([wholly, partly, mirrorOnly, notStarted].map(holdsWrites)).toEqual([true, true, false, false])
  expect(holdsWrites(levelOf(probe('firejail', { write_outside: 'partly' })))).toBe(false)
})

it('is none by choice, not by fault of the machine, where every sandbox is switched off', () => {
  const none = (passedOver: readonly unknown[]) =>
    failure('sandbox.level_not_held', 'Not started: no sandbox can be used on this machine.', { passedOver })
  expect(noLevelWords(none([]).error)).toContain('every sandbox is switched off')
  expect(noLevelWords(none([{ backend: 'docker' }]).error)).toBe('no sandbox can be used on this machine.')
})

describe('the difference of two levels', () => {
  it('is none where both are held the same', () => {
    expect(levelDifference(wholly, { ...wholly, probedAt: 5 })).toBeNull()
    expect(levelDifference(mirrorOnly, mirrorOnly)).toBeNull()
    expect(levelDifference(wholly, notStarted)).toBeNull()
  })

  it('names what is held on one side alone', () => {
    const words = levelDifference(wholly, partly)
    expect(words).toContain('A: bubblewrap. B: firejail.')
    expect(words).toContain('Held in A, not or not wholly in B: the network beyond what you grant')
    expect(words).not.toContain('Held in B')
    expect(stripLevels(wholly, partly, words)?.text).toBe('A bubblewrap, B firejail: levels differ')
  })

  it('is no cause to warn where another sandbox holds the same', () => {
    const other = levelOf(probe('firejail'))
    expect(isSameLevel(wholly, other)).toBe(true)
    expect(levelDifference(wholly, other)).toBe('A: bubblewrap. B: firejail. Both held the same.')
    expect(stripLevels(wholly, other, '')).toMatchObject({
      text: 'A bubblewrap, B firejail: same level',
      isCalm: true,
    })
    for (const level of [partly, mirrorOnly, levelOf(probe('subprocess'))])
      expect(isSameLevel(wholly, level)).toBe(false)
  })

  it('is told of the same backend whose probe found something else', () => {
    expect(levelDifference(wholly, levelOf(probe('bubblewrap', { memory: 'not_held' })))).toContain(
      'memory, processes and processor time',
    )
  })
})
