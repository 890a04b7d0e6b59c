import { createHash } from 'node:crypto'
import {
  type Consent,
  type ErrorCode,
  type EventBody,
  exclusionWords,
  failure,
  type GloveboxError,
  type Inventory,
  type Project,
  type RunRequest,
  type SessionId,
  summarizeInventory,
} from '../../shared'
import { StoreError } from '../store'
import { encodeTree, type Mirror, writeControlFile } from '../workspace'
import type { BrokerDeps } from './deps'
import { createMaskedRecord } from './masked-record'
import { passedMirrorLimit } from './mirror-limit'
import { ended, type Outcome } from './outcome'
import { listSkipped } from './recorder'
import type { PreparedRun, Run } from './run'
import { runAgent } from './run-agent'
import type { RunControl } from './run-control'

/**
 * One run from selection to clean-up, in the order that docs/architecture.md gives. Never throws: a bug becomes a
 * failed session with internal.bug. Nothing of the project is read before selection has passed (I1). It is over once all
 * of its record is stored, or `isClosing` and the last try at that came to nothing.
 */
export async function performRun(deps: BrokerDeps, run: Run, isClosing: () => boolean): Promise<void> {
  const redactor = deps.redactorForRun()
  const record = createMaskedRecord({
    redactor,
    lineRedactor: deps.redactorForRun(),
    push: (body) => deps.batcher.push(run.sessionId, body),
    pushLine: (attempt, text) => deps.batcher.pushLine(run.sessionId, { attempt, text }),
  })
  const { redact, createStream } = redactor
  const into: Into = { ...record, redact, createStream }
  const outcome = await passThrough(deps, run, into).catch((cause: unknown) => bug(deps, run, cause))
  let stored = false
  try {
    record.settle()
    const counts = [...redactor.counts()].map(([rule, count]) => ({ rule, count }))
    if (counts.length > 0) record.push({ type: 'secrets.masked', counts })
    record.push({ type: 'session.finished', ...outcome })
    await deps.batcher.drain()
    stored = true
  } catch (cause) {
    deps.log.error('the end of a run could not be stored yet', { sessionId: run.sessionId, cause })
  }
  // It may be what fills the disk.
  const removed = await deps.workspace.removeRunFolder(run.sessionId)
  if (!removed.ok)
    deps.log.error('a mirror could not be removed', { sessionId: run.sessionId, error: removed.error })
  if (!stored) await storeRest(deps, run, isClosing)
}

const betweenTriesMs = 1000
const maySoonBeOver: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['store.full', 'store.unavailable'])

/** Tries until there is room. What can't be mended by waiting stays unstored: the next start marks it interrupted. */
async function storeRest(deps: BrokerDeps, run: Run, isClosing: () => boolean): Promise<void> {
  for (;;) {
    const isLast = isClosing()
    try {
      return await deps.batcher.drain()
    } catch (cause) {
      if (isLast || !(cause instanceof StoreError) || !maySoonBeOver.has(cause.error.code))
        return deps.log.error('the end of a run was not stored', { sessionId: run.sessionId, cause })
    }
    await deps.pause(betweenTriesMs)
  }
}

function bug(deps: BrokerDeps, run: Run, cause: unknown): Outcome {
  deps.log.error('a run failed by a bug', { sessionId: run.sessionId, cause })
  if (cause instanceof StoreError) return { status: 'failed', error: cause.error, summary: null }
  const { error } = failure(
    'internal.bug',
    'Glovebox itself failed in this run. The log says where.',
    {},
    cause,
  )
  return { status: 'failed', error, summary: null }
}

type Into = Pick<PreparedRun, 'push' | 'pushLine' | 'redact' | 'createStream'>

async function passThrough(deps: BrokerDeps, run: Run, into: Into): Promise<Outcome> {
  const { request, control, selection, choice } = run
  const { push } = into
  const promptBytes = Buffer.byteLength(request.prompt)
  if (promptBytes > request.policy.limits.promptBytes) {
    push({
      type: 'limit.reached',
      limit: 'promptBytes',
      ceiling: request.policy.limits.promptBytes,
      value: promptBytes,
    })
    return ended({ limit: { name: 'promptBytes', ceiling: request.policy.limits.promptBytes } })
  }

  if (!selection.ok) {
    if (selection.status === 'denied')
      deps.consents.recordDenial(run.project, run.sessionId, selection.error.message)
    return { status: selection.status, error: selection.error, summary: null }
  }
  if (!choice.ok) {
    const { error } = choice
    if (error.code === 'sandbox.not_consented') {
      deps.consents.recordDenial(run.project, run.sessionId, error.message)
      return { status: 'denied', error, summary: null }
    }
    return { status: 'unavailable', error, summary: null }
  }

  const made = await makeMirror(deps, run, selection.consent, push)
  if (control.cancelledBy() !== null) return cancelled(control, push)
  if ('outcome' in made) return made.outcome
  return runAgent(deps, {
    ...run,
    ...into,
    candidate: selection.candidate,
    consent: selection.consent,
    choice: choice.value,
    mirror: made.mirror,
    outputSchema: made.outputSchema,
  })
}

async function makeMirror(
  deps: BrokerDeps,
  { sessionId, project, request, control, schema }: Run,
  consent: Consent,
  push: (body: EventBody) => void,
): Promise<
  | { readonly mirror: Mirror; readonly outputSchema: PreparedRun['outputSchema'] }
  | { readonly outcome: Outcome }
> {
  const { limits } = request.policy
  const repository = await deps.workspace.inspectRepository(project.path)
  if (!repository.ok) return failed(repository.error)
  if (repository.value.identity !== consent.repositoryIdentity) return swapped(deps, project, sessionId)
  const inventory = await deps.workspace.takeInventory(repository.value, limits)
  if (!inventory.ok) return failed(inventory.error)
  push({
    type: 'inventory.taken',
    summary: summarizeInventory(inventory.value),
    contextHash: contextHash(request, inventory.value),
    head: repository.value.head,
  })
  const passed = passedMirrorLimit(inventory.value, limits)
  if (passed !== null) {
    push(passed)
    return { outcome: ended({ limit: { name: passed.limit, ceiling: passed.ceiling } }) }
  }
  const began = deps.elapsed()
  const mirror = await deps.workspace.createMirror({
    repository: repository.value,
    inventory: inventory.value,
    runId: sessionId,
    known: await knownContent(deps, project),
    signal: control.signal,
  })
  if (!mirror.ok) return failed(mirror.error)
  // What was copied has to be of the repository that consent was given for: one may have been put in its place meanwhile.
  if ((await deps.workspace.identity(project.path)) !== consent.repositoryIdentity)
    return swapped(deps, project, sessionId)
  await registerContent(deps, mirror.value.content)
  const tree = await deps.storeContent(encodeTree(mirror.value.entries))
  if (!tree.ok) return failed(tree.error)
  push({
    type: 'mirror.created',
    files: mirror.value.entries.length,
    bytes: mirror.value.bytes,
    tree: tree.value,
    durationMs: Math.round(deps.elapsed() - began),
  })
  const toKnow = startNotes(inventory.value, mirror.value)
  if (toKnow.length > 0) push({ type: 'files.skipped', frame: 0, ...listSkipped(toKnow) })
  if (schema === null) return { mirror: mirror.value, outputSchema: null }
  const written = await writeControlFile(mirror.value.controlFolder, 'output-schema.json', schema.canonical)
  return written.ok
    ? { mirror: mirror.value, outputSchema: { ...schema, path: written.value } }
    : failed(written.error)
}

const failed = (error: GloveboxError): { readonly outcome: Outcome } => ({
  outcome: { status: 'failed', error, summary: null },
})

/** Another repository lies at the path than the one that consent was granted for. */
function swapped(deps: BrokerDeps, project: Project, sessionId: SessionId): { readonly outcome: Outcome } {
  const { error } = failure(
    'consent.project_changed',
    'Not started: another repository was put at this path. Review it and grant again.',
  )
  deps.consents.recordDenial(project, sessionId, error.message)
  return { outcome: { status: 'denied', error, summary: null } }
}

/** What the mirror pass found beyond the inventory: files that went or changed their nature, LFS pointers. */
function startNotes(inventory: Inventory, mirror: Mirror): readonly { path: string; reason: string }[] {
  const known = new Set(inventory.excluded.map(({ path }) => path))
  const lost = mirror.inventory.excluded.filter(({ path }) => !known.has(path))
  return [
    ...lost.map(({ path, reason }) => ({ path, reason: exclusionWords[reason] })),
    ...mirror.notes.map(({ path, note }) => ({ path, reason: exclusionWords[note] })),
  ]
}

const contentSlice = 2000

/** Registers content in slices, so that 50,000 files don't hold the main loop. */
async function registerContent(deps: BrokerDeps, entries: Mirror['content']): Promise<void> {
  for (let from = 0; from < entries.length; from += contentSlice) {
    deps.write.addContent(entries.slice(from, from + contentSlice))
    await deps.yieldToLoop()
  }
}

/** Content of the project's last session that is in the store already: the mirror pass need not pack it again. */
async function knownContent(deps: BrokerDeps, project: Project): Promise<ReadonlySet<string>> {
  const { sessions } = deps.read.sessions({ projectId: project.id, before: null, limit: 10 })
  const tree = sessions.find(({ baseTree }) => baseTree !== null)?.baseTree ?? null
  return tree === null ? new Set() : deps.workspace.contentOfTree(tree)
}

/** SHA-256 over the request and the inventory: what the run was asked and what it would see. */
function contextHash(request: RunRequest, inventory: object): string {
  return createHash('sha256')
    .update(JSON.stringify([request, inventory]))
    .digest('hex')
}

function cancelled(control: RunControl, push: (body: EventBody) => void): Outcome {
  const by = control.cancelledBy() ?? 'user'
  push({ type: 'cancel.requested', by })
  return ended({ cancelledBy: by })
}
