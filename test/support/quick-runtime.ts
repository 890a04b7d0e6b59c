import { identifyExecutable } from '../../src/main/process'
import type { AgentEvent, Runtime } from '../../src/main/runtimes'
import { runtimeNameSchema } from '../../src/shared'
import { unwrap } from './workspace'

export const quickName = runtimeNameSchema.parse('quick')

/** A real program that is over in milliseconds: each line of the shell's output is taken as a message, the last as final. */
export function quickRuntime(script = 'echo done'): Runtime {
  return {
    name: quickName,
    acknowledgement: null,
    inputEnds: 'at_start',
    probe: async () => ({
      executable: unwrap(await identifyExecutable('/bin/sh')),
      info: {
        name: quickName,
        title: 'Quick',
        description: 'Says one word.',
        required: ['read_tracked_files'],
        optional: [],
        variants: [],
        version: '1',
        executable: '/bin/sh',
        signIn: { state: 'not_needed', by: null },
        anyVariant: false,
        unavailable: null,
        probedAt: Date.now(),
      },
    }),
    signIn: () => Promise.resolve({ ok: true, value: { type: 'none' } }),
    homeFiles: () => [],
    isTranscript: (path) => path.endsWith('.transcript'),
    buildInvocation: ({ executable, mirrorFolder, homeFolder, prompt, environment }) => ({
      executable: executable.path,
      args: ['-c', script],
      environment: { ...environment, HOME: homeFolder },
      folder: mirrorFolder,
      input: prompt,
    }),
    createParser: () => ({
      line: (text): readonly AgentEvent[] => [
        { type: 'response.started', responseId: text },
        { type: 'agent.message', text, final: false },
        { type: 'final', text },
        { type: 'response.finished', responseId: text },
      ],
      end: () => ({ events: [], failure: null }),
    }),
  }
}
