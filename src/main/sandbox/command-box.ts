import { type Level, ok, type Result, type SandboxBackend } from '../../shared'
import type { Invocation, RunBounded, StartProcess } from '../process'
import type { BoxRequest, OpenBox } from './backend'
import { watchBox } from './box-watch'
import { type CodeLanguage, commandForCode } from './run-code'
import { type CommandLimits, type CommandResult, runInBox } from './run-in-box'

/** What one command may differ in. Its folder, files and variables come from the box, never from here. */
export type CommandOptions = Partial<CommandLimits> & {
  readonly stdin?: string | Uint8Array
  readonly signal?: AbortSignal
  readonly onOutput?: (stream: 'stdout' | 'stderr', chunk: Buffer) => void
}

export type CommandDefaults = {
  readonly limits?: Partial<CommandLimits>
  /** Programs that run code, by absolute path, where they are not the system's own. */
  readonly programs?: Readonly<Partial<Record<CodeLanguage, string>>>
}

/** 30 s, 10 s of processor time, 8 MB of output, of which 1 MB per stream is kept. */
export const strictCommandLimits: CommandLimits = {
  wallTimeMs: 30_000,
  cpuMs: 10_000,
  outputBytes: 8 * 1024 * 1024,
  keepBytes: 1024 * 1024,
}

export type BoxedCommand = CommandResult & { readonly backend: SandboxBackend; readonly level: Level }

/** An open box of a session: for its agent (`wrap`, `startProcess`) and for single commands. */
export type Box = OpenBox & {
  readonly backend: SandboxBackend
  /** What this run is held at, by what was measured. */
  readonly level: Level
  /** Runs a program with its arguments in the mirror. */
  readonly run: (
    command: readonly [string, ...string[]],
    options?: CommandOptions,
  ) => Promise<Result<BoxedCommand>>
  readonly runCode: (
    language: CodeLanguage,
    code: string,
    options?: CommandOptions,
  ) => Promise<Result<BoxedCommand>>
}

export type BoxParts = {
  readonly open: OpenBox
  readonly request: BoxRequest
  readonly backend: SandboxBackend
  readonly level: Level
  readonly runBounded: RunBounded
  readonly defaults: CommandDefaults
}

export function createBox(parts: BoxParts): Box {
  const { open, request, backend, level, runBounded, defaults } = parts
  const { mirrorFolder, controlFolder, homeFolder } = request.folders
  let commands = 0

  const run: Box['run'] = async ([executable, ...args], options = {}) => {
    commands += 1
    const { stdin, signal, onOutput, ...own } = options
    const limits = { ...strictCommandLimits, ...defaults.limits, ...own }
    const invocation: Invocation = {
      executable,
      args,
      environment: { PATH: systemPath, HOME: homeFolder },
      folder: mirrorFolder,
      input: null,
    }
    const result = await runInBox(runBounded, {
      box: open,
      invocation,
      // Not the session's: what carries that is ended with the agent, and the agent carries it.
      token: `${request.token}.${commands}`,
      limits: { ...limits, cpuMs: Math.min(limits.cpuMs, request.limits.cpuMs) },
      ...(stdin === undefined ? {} : { stdin: typeof stdin === 'string' ? Buffer.from(stdin) : stdin }),
      ...(signal === undefined ? {} : { signal }),
      ...(onOutput === undefined ? {} : { onOutput }),
    })
    return result.ok ? ok({ ...result.value, backend, level }) : result
  }

  return {
    ...open,
    startProcess: watched(open, request),
    backend,
    level,
    run,
    runCode: async (language, code, options) => {
      const command = await commandForCode(controlFolder, language, code, defaults.programs)
      return command.ok ? run(command.value, options) : command
    },
  }
}

const systemPath = '/usr/local/bin:/usr/bin:/bin'

/** Ends an agent whose box has used up its processor time. */
function watched(open: OpenBox, { limits, onCpuSpent }: BoxRequest): StartProcess {
  return async (invocation, options) => {
    const watch = watchBox(open, limits.cpuMs)
    const started = await open.startProcess(invocation, options)
    if (!started.ok) {
      watch.stop()
      return started
    }
    watch.cpuSpent.addEventListener('abort', () => {
      onCpuSpent?.(limits.cpuMs)
      void started.value.cancel()
    })
    void started.value.exited.then(watch.stop)
    return started
  }
}
