import { useCallback } from 'react'
import { useCall } from '../../lib/use-call'

/** Names a runtime for people; one that is not known any more keeps its plain name. */
export function useRuntimeTitles(): (runtime: string) => string {
  const { value } = useCall('runtimes.list', {}, ['runtimes'])
  return useCallback((runtime) => value?.find(({ name }) => name === runtime)?.title ?? runtime, [value])
}
