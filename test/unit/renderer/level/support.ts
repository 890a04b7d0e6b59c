import {
  type AspectOutcome,
  type BackendProbe,
  type SandboxAspect,
  type SandboxBackend,
  sandboxAspects,
} from '../../../../src/shared'

/** A probe that found everything held but what `others` says. */
export function probe(
  backend: SandboxBackend,
  others: Partial<Record<SandboxAspect, AspectOutcome>> = {},
  otherwise: AspectOutcome = 'held',
): BackendProbe {
  return {
    backend,
    title: backend,
    version: '1.0',
    path: `/usr/bin/${backend}`,
    available: true,
    problem: null,
    warnings: [],
    aspects: sandboxAspects.map((aspect) => ({
      aspect,
      outcome: others[aspect] ?? otherwise,
      evidence: `${aspect} was tried`,
    })),
    probedAt: 1000,
  }
}
