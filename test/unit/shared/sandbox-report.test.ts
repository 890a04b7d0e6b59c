import { expect, it } from 'vitest'
import { type BackendProbe, failure, sandboxReport } from '../../../src/shared'

const probe: BackendProbe = {
  backend: 'bubblewrap',
  title: 'bubblewrap',
  version: '0.8.0',
  path: '/home/ada/bin/bwrap',
  available: true,
  problem: null,
  warnings: ['It is old.'],
  aspects: [
    { aspect: 'memory', outcome: 'partly', evidence: 'Each process for itself.' },
    { aspect: 'loopback', outcome: 'not_held', evidence: 'Reached.' },
  ],
  probedAt: Date.UTC(2026, 0, 2),
}
const machine = { app: '1.2.3', system: 'Linux 6.1 x64', isRoot: true }

it('is a text for a bug report, without the name of a home folder', () => {
  const gone: BackendProbe = {
    ...probe,
    path: null,
    version: null,
    available: false,
    problem: failure('sandbox.lying', '/Users/ada/bwrap holds nothing.').error,
    warnings: [],
    aspects: [],
  }
  expect(sandboxReport([probe, gone], machine)).toBe(`Glovebox 1.2.3 on Linux 6.1 x64, as root

bubblewrap 0.8.0: can be used
  program: ~/bin/bwrap
  probed: 2026-01-02T00:00:00.000Z
  note: It is old.
  Memory                    in part    Each process for itself.
  Services of this machine  NOT HELD   Reached.

bubblewrap: can’t be used
  probed: 2026-01-02T00:00:00.000Z
  problem: sandbox.lying: ~/bwrap holds nothing.
`)
})
