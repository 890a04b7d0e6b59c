import { createContext, Script } from 'node:vm'

export type Timed<T> =
  | { readonly type: 'done'; readonly value: T }
  | { readonly type: 'out_of_time' }
  /** The task threw; a RangeError is a stack that was too deep. */
  | { readonly type: 'threw'; readonly error: unknown }

const world: { task: () => void } = { task: () => {} }
const context = createContext(world)
const call = new Script('task()')

/**
 * Runs synchronous work that someone else's input can make endless (a regular expression, a generated validator), and
 * breaks it off after a time. Only `vm` can: its timeout interrupts running JavaScript and regular expressions, ours too.
 */
export function withinTime<T>(budgetMs: number, task: () => T): Timed<T> {
  let result: Timed<T> = { type: 'out_of_time' }
  world.task = () => {
    try {
      result = { type: 'done', value: task() }
    } catch (error) {
      result = { type: 'threw', error }
    }
  }
  try {
    call.runInContext(context, { timeout: Math.max(1, Math.ceil(budgetMs)) })
  } catch {
    return { type: 'out_of_time' }
  } finally {
    world.task = () => {}
  }
  return result
}
