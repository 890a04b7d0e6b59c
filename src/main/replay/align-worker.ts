import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { alignSteps } from './align/align-steps'

const stepSchema = z.object({
  exact: z.string(),
  intent: z.string(),
  kind: z.string(),
  lead: z.string(),
  text: z.string(),
  changes: z.string(),
  tools: z.array(
    z.object({
      kind: z.string(),
      target: z.string(),
      args: z.string(),
      result: z.string(),
      failed: z.boolean(),
    }),
  ),
})

// The thread's whole life: one pair of sessions in, one alignment out.
const { left, right } = z.object({ left: z.array(stepSchema), right: z.array(stepSchema) }).parse(workerData)
parentPort?.postMessage(alignSteps(left, right))
