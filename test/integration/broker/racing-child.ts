import { createInterface } from 'node:readline'
import { defaultLimits, projectIdSchema } from '../../../src/shared'
import { quickName, quickRuntime } from '../../support/quick-runtime'
import { ended, startServices } from '../../support/services'
import { unwrap } from '../../support/workspace'

/**
 * A second process over the same store: for each line of its input it starts one run of the project and prints how it
 * ended. Arguments: the data folder, the folder that both keep their store in, the project's id.
 */
const [folder = '', store = '', project = ''] = process.argv.slice(2)
const services = await startServices(folder, [quickRuntime()], {}, store)
process.stdout.write('ready\n')
for await (const _ of createInterface({ input: process.stdin })) {
  const { sessionId } = unwrap(
    await services.broker.start({
      projectId: projectIdSchema.parse(project),
      prompt: 'Say it.',
      runtime: quickName,
      variant: null,
      outputSchema: null,
      policy: { capabilities: ['read_tracked_files'], limits: defaultLimits, runtimes: [] },
    }),
  )
  const { status, error } = await ended(services, sessionId)
  process.stdout.write(`${status} ${error?.code ?? ''}\n`)
}
services.store.close()
process.exit(0)
