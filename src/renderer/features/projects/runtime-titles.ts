import type { RuntimeInfo } from '../../../shared'

/** Names a runtime for people; one that is not known any more keeps its plain name. */
export const runtimeTitles =
  (runtimes: readonly RuntimeInfo[] | null) =>
  (runtime: string): string =>
    runtimes?.find(({ name }) => name === runtime)?.title ?? runtime
