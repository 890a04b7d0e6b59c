import type { MachineSandbox } from '../../src/main/boot/services'
import { runBounded, startProcess } from '../../src/main/process'
import { createBox, type OpenBox, type Sandbox } from '../../src/main/sandbox'
import { type BackendProbe, mirrorOnly, ok } from '../../src/shared'

const probe: BackendProbe = {
  backend: 'subprocess',
  title: 'Plain process',
  version: null,
  path: null,
  available: true,
  problem: null,
  warnings: [],
  aspects: [],
  probedAt: 0,
}

/** Nothing holds what runs: for what is tested of a run besides its box, on any machine. */
export function plainSandbox(): MachineSandbox {
  const open: OpenBox = {
    wrap: (invocation) => Promise.resolve(ok(invocation)),
    startProcess,
    runBounded,
    usage: () => Promise.resolve({ memoryKills: null, processRefusals: null, cpuMs: null }),
    close: () => Promise.resolve(),
  }
  const sandbox: Sandbox = {
    probes: () => Promise.resolve([probe]),
    probeAgain: () => Promise.resolve([probe]),
    choose: () => Promise.resolve(ok({ probe, level: mirrorOnly })),
    open: (_choice, request) =>
      Promise.resolve(
        ok(createBox({ open, request, backend: probe.backend, level: mirrorOnly, runBounded, defaults: {} })),
      ),
    recover: () => Promise.resolve(),
  }
  return { sandbox, images: null }
}
