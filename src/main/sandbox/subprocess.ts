import { ok } from '../../shared'
import type { Invocation, StartProcess } from '../process'
import type { Backend, BoxRequest, FoundTool, OpenBox } from './backend'
import { createHostBox } from './host-box'
import { type Enforcement, enforceLimits, findLimitMeans, type LimitMeans } from './limits/enforcement'

export type SubprocessDeps = {
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly startProcess: StartProcess
}

/**
 * No sandbox: the program runs with the account's own rights. Limits of its process are set where the system lets us,
 * and its process group is ended with it. Last in every order, and never without a consent of its own.
 */
export function createSubprocess({ environment, startProcess }: SubprocessDeps): Backend {
  let means: Promise<LimitMeans> | null = null
  return {
    name: 'subprocess',
    title: 'Plain process',
    locate: () => Promise.resolve(ok<FoundTool>({ identity: null, version: null, warnings: [] })),
    open: async (_, request) => {
      means ??= findLimitMeans(environment)
      const enforcement = await enforceLimits(await means, request.token, request.limits, false)
      if (!enforcement.ok) return enforcement
      return ok(createBox(request, enforcement.value, startProcess))
    },
    explain: () => Promise.resolve(null),
  }
}

function createBox(request: BoxRequest, enforcement: Enforcement, startProcess: StartProcess): OpenBox {
  const { cgroup, hold, prefix } = enforcement
  const wrap = (invocation: Invocation, cpuMs: number): Invocation => {
    const command = [...prefix(cpuMs), ...(request.entry ?? []), invocation.executable, ...invocation.args]
    const [executable = invocation.executable, ...args] = hold(command, cpuMs)
    const environment = { ...invocation.environment, ...request.variables }
    return { ...invocation, executable, args, environment }
  }
  return createHostBox({
    startProcess,
    cgroup,
    cpuMs: request.limits.cpuMs,
    wrap: (invocation, cpuMs) => Promise.resolve(ok(wrap(invocation, cpuMs))),
  })
}
