import type { RuntimeInfo } from '../../../shared'

/** Until the agents were probed, those that come with Glovebox are called by what they are known as. */
const known: Readonly<Partial<Record<string, string>>> = {
  rehearsal: 'Rehearsal',
  'claude-code': 'Claude Code',
  codex: 'Codex',
}

/** Names a runtime for people; one that is not known any more keeps its plain name. */
export const runtimeTitles =
  (runtimes: readonly RuntimeInfo[] | null) =>
  (runtime: string): string =>
    runtimes?.find(({ name }) => name === runtime)?.title ?? known[runtime] ?? runtime
