import { runCommand } from '../../src/main/process'
import { createWorkspace, type Repository } from '../../src/main/workspace'
import { defaultLimits } from '../../src/shared'

/**
 * A program of its own that tests run under an ordinary user's id, because to root nothing is unreadable:
 * `node as-other-user.js FOLDER MIRROR_WORKER SNAPSHOT_WORKER REPOSITORY [RUN_ID]`. Prints JSON: what inspecting, the
 * inventory and, with a run's id, the mirror and its removal gave.
 */
const [, , folder = '', mirror = '', snapshot = '', path = '', runId = ''] = process.argv
const workspace = createWorkspace({
  run: runCommand,
  environment: process.env,
  workers: { mirror: new URL(mirror), snapshot: new URL(snapshot) },
  runsFolder: `${folder}/runs`,
  packsFolder: `${folder}/packs`,
  locateContent: () => null,
  now: Date.now,
})

async function work(repository: Repository) {
  const inventory = await workspace.takeInventory(repository, defaultLimits)
  if (!inventory.ok || runId === '') return { inventory }
  const made = await workspace.createMirror({
    repository,
    inventory: inventory.value,
    runId,
    known: new Set(),
  })
  return {
    inventory,
    made,
    removed: process.env['KEEP'] === undefined ? await workspace.removeRunFolder(runId) : null,
  }
}

const inspected = await workspace.inspectRepository(path)
const rest = inspected.ok ? await work(inspected.value) : {}
process.stdout.write(JSON.stringify({ inspected, ...rest }))
