import { type AspectResult, type BackendProbe, type Level, levelOf, type SandboxAspect } from '../../shared'

const givenUp: Readonly<Partial<Record<SandboxAspect, AspectResult['outcome']>>> = {
  network: 'not_held',
  loopback: 'not_held',
  // Sockets by name belong to the network: with it, those of other programs are there as well.
  unix_sockets: 'partly',
}

/** The level of one run: what the probe measured, less what this run gives up by its own request. */
export function levelOfRun(probe: BackendProbe, request: { readonly network: 'none' | 'host' }): Level {
  if (request.network === 'none') return levelOf(probe)
  const aspects = probe.aspects.map((each): AspectResult => {
    const outcome = givenUp[each.aspect]
    return outcome === undefined || each.outcome !== 'held'
      ? each
      : { ...each, outcome, evidence: 'This run was given the network.' }
  })
  return levelOf({ ...probe, aspects })
}
