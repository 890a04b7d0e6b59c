import { z } from 'zod'
import { fileChangeSchema, fileContentSchema, treeEntrySchema } from '../domain/change'
import { comparisonSchema } from '../domain/comparison'
import { consentRecordSchema, consentSchema, grantSchema } from '../domain/consent'
import { contactSchema } from '../domain/contact'
import { inventorySchema } from '../domain/inventory'
import { levelPreviewSchema } from '../domain/level'
import { limitsSchema } from '../domain/limits'
import { projectViewSchema } from '../domain/project'
import { runRequestSchema } from '../domain/run-request'
import { eligibilitySchema, runtimeInfoSchema } from '../domain/runtime'
import { imageChoiceSchema, imageEntrySchema } from '../domain/sandbox'
import { sandboxStateSchema } from '../domain/sandbox-report'
import { frameViewSchema, nativeLineSchema, outputCheckSchema, sessionViewSchema } from '../domain/session'
import { keyStateSchema, priceSchema, settingsSchema, themeSchema } from '../domain/settings'
import { gloveboxErrorSchema } from '../errors'
import { storedEventSchema } from '../events'
import {
  consentIdSchema,
  countSchema,
  hashSchema,
  projectIdSchema,
  runtimeNameSchema,
  sessionIdSchema,
} from '../ids'

/** Which page may make a call: the app's own, or only the main-owned consent view (I9). */
export type Sender = 'app' | 'consent'

const call = <I extends z.ZodType, O extends z.ZodType>(sender: Sender, input: I, output: O) => ({
  sender,
  input,
  output,
})
const none = z.object({})
const done = z.object({})

/**
 * The one table of calls. Main parses every input and checks the sender by it; the window's client parses every reply.
 * To add a call: a line here, a handler in main's gateway table; both ends are then checked by the compiler.
 */
export const calls = {
  'app.info': call(
    'app',
    none,
    z.object({
      version: z.string(),
      electron: z.string(),
      node: z.string(),
      chromium: z.string(),
      platform: z.string(),
      dataFolder: z.string(),
      /** A folder given on the command line, still to be added. */
      openPath: z.string().nullable(),
      sampleRepository: z.string(),
    }),
  ),
  'app.open_external': call('app', z.object({ url: z.string().max(2048) }), done),
  'settings.get': call('app', none, settingsSchema),
  'settings.update': call('app', settingsSchema.partial(), settingsSchema),

  'projects.list': call('app', none, z.array(projectViewSchema)),
  'projects.choose': call('app', none, z.object({ path: z.string().nullable() })),
  /** Adds the folder and opens the consent view; adding one that is there already opens it too. */
  'projects.add': call('app', z.object({ path: z.string().min(1).max(4096) }), projectViewSchema),
  /** Adds the bundled sample repository, copied to the app's own data folder. */
  'projects.add_sample': call('app', none, projectViewSchema),
  /** The runtime that this project's runs use unless they name another; null: the policy's order. */
  'projects.prefer': call(
    'app',
    z.object({ projectId: projectIdSchema, runtime: runtimeNameSchema.nullable() }),
    projectViewSchema,
  ),
  'projects.remove': call('app', z.object({ projectId: projectIdSchema }), done),

  /** Asks main to show the consent view for a project. It can't grant. */
  'consent.open': call(
    'app',
    z.object({ projectId: projectIdSchema, runtime: runtimeNameSchema.nullable().default(null) }),
    done,
  ),
  'consent.history': call('app', z.object({ projectId: projectIdSchema }), z.array(consentRecordSchema)),
  /** `cancelRuns`: ends runs under way that were started under this consent. */
  'consent.revoke': call(
    'app',
    z.object({ consentId: consentIdSchema, cancelRuns: z.boolean().default(false) }),
    done,
  ),

  'consent.pending': call(
    'consent',
    none,
    z.object({
      project: projectViewSchema,
      /** The agent that the app asked consent for: preselected, no more. */
      asked: runtimeNameSchema.nullable(),
      runtimes: z.array(runtimeInfoSchema),
      limits: limitsSchema,
      theme: themeSchema,
    }),
  ),
  /** At what level a run would be held now. Takes seconds where nothing was measured yet. */
  'consent.level': call('consent', none, levelPreviewSchema),
  /** The inventory as it would be mirrored now. Opens no file: names and sizes only (I1). */
  'consent.inventory': call('consent', none, inventorySchema),
  'consent.grant': call('consent', grantSchema, consentSchema),
  'consent.decline': call('consent', none, done),

  'runtimes.list': call('app', none, z.array(runtimeInfoSchema)),
  'runtimes.probe': call('app', none, z.array(runtimeInfoSchema)),

  /** The runtimes that this request could be run with now, in order, and why not the others. Touches no project file (I1). */
  'runtimes.eligible': call('app', runRequestSchema, z.array(eligibilitySchema)),

  /** What each backend holds on this machine, as measured. Takes seconds where nothing was measured yet. */
  'sandbox.state': call('app', none, sandboxStateSchema),
  /** Measures all anew. */
  'sandbox.probe': call('app', none, sandboxStateSchema),
  'sandbox.preview': call('app', z.object({ projectId: projectIdSchema }), levelPreviewSchema),

  /** The images that docker has here, and which of them runs would use; `isThere`: it need not be made first. */
  'sandbox.images': call(
    'app',
    none,
    z.object({ images: z.array(imageEntrySchema), choice: imageChoiceSchema, isThere: z.boolean() }),
  ),

  /** Which keys are kept, and how; never their values. */
  'keys.list': call('app', none, z.object({ keys: z.array(keyStateSchema), canEncrypt: z.boolean() })),
  /** Keeps a key: encrypted by the system, or (`session`) in memory until the app ends. */
  'keys.save': call(
    'app',
    z.object({
      runtime: runtimeNameSchema,
      value: z.string().trim().min(8).max(4096),
      keep: z.enum(['session', 'encrypted']),
    }),
    keyStateSchema,
  ),
  'keys.remove': call('app', z.object({ runtime: runtimeNameSchema }), done),

  /** The price table that comes with the app; the user's own prices are in the settings. */
  'prices.list': call('app', none, z.object({ asOf: z.string(), prices: z.array(priceSchema) })),

  /** Checks an output schema as it is typed; null: it can be used. */
  'schemas.check': call(
    'app',
    z.object({ schema: z.string().max(256 * 1024) }),
    gloveboxErrorSchema.nullable(),
  ),

  /** Starts a run. Answers as soon as its session exists; what becomes of it is in the session, denials too. */
  'runs.start': call('app', runRequestSchema, z.object({ sessionId: sessionIdSchema })),
  'runs.cancel': call('app', z.object({ sessionId: sessionIdSchema }), done),

  'sessions.list': call(
    'app',
    z.object({
      projectId: projectIdSchema.nullable(),
      before: countSchema.nullable(),
      limit: countSchema.max(500),
    }),
    /** `unreadable`: sessions of the page that are on record but can't be read. They can be deleted. */
    z.object({
      sessions: z.array(sessionViewSchema),
      unreadable: z.array(sessionIdSchema),
      total: countSchema,
    }),
  ),
  'sessions.get': call('app', z.object({ sessionId: sessionIdSchema }), sessionViewSchema),
  /** The events of timeline rows `from` … `from + count - 1`, in order; long outputs are cut in the middle by main. */
  'sessions.rows': call(
    'app',
    z.object({ sessionId: sessionIdSchema, from: countSchema, count: countSchema.max(500) }),
    z.object({ events: z.array(storedEventSchema), rows: countSchema }),
  ),
  /** Frames after number `after`, in order; fewer than `limit`: they are the last ones. */
  'sessions.frames': call(
    'app',
    z.object({ sessionId: sessionIdSchema, after: countSchema, limit: countSchema.max(1000) }),
    z.array(frameViewSchema),
  ),
  /** The files as of a frame (0: the start), with every change of that frame and since the start. */
  'sessions.tree': call(
    'app',
    z.object({ sessionId: sessionIdSchema, frame: countSchema }),
    z.object({
      entries: z.array(treeEntrySchema),
      frameChanges: z.array(fileChangeSchema),
      changesSinceStart: z.array(fileChangeSchema),
    }),
  ),
  /** Content by hash, only of content that the session refers to. `hash` null: an absent file. */
  'sessions.content': call(
    'app',
    z.object({ sessionId: sessionIdSchema, hash: hashSchema, mode: treeEntrySchema.shape.mode }),
    fileContentSchema,
  ),
  /** An image of a tool's result; `base64` of at most 10 MB. */
  'sessions.image': call(
    'app',
    z.object({ sessionId: sessionIdSchema, hash: hashSchema }),
    z.object({ mediaType: z.string(), base64: z.string() }),
  ),
  /** The newest check of a final message against the output schema; null where there was none. */
  'sessions.output': call('app', z.object({ sessionId: sessionIdSchema }), outputCheckSchema.nullable()),
  /** The agent program's own lines as they came, secrets masked; `after` counts lines. */
  'sessions.native_lines': call(
    'app',
    z.object({ sessionId: sessionIdSchema, after: countSchema, limit: countSchema.max(500) }),
    z.object({ lines: z.array(nativeLineSchema), total: countSchema }),
  ),
  /** Parses the native lines with today's parser into a new session; the old one stays as it is (I4). */
  'sessions.parse_again': call(
    'app',
    z.object({ sessionId: sessionIdSchema }),
    z.object({ sessionId: sessionIdSchema }),
  ),
  /** The session's contacts with the outside, in order, each with its newest state. `cut`: further ones are not listed. */
  'sessions.contacts': call(
    'app',
    z.object({ sessionId: sessionIdSchema }),
    z.object({ contacts: z.array(contactSchema), cut: z.boolean() }),
  ),
  'sessions.verify': call(
    'app',
    z.object({ sessionId: sessionIdSchema }),
    z.object({ events: countSchema, brokenSeq: countSchema.nullable() }),
  ),
  'sessions.delete': call('app', z.object({ sessionId: sessionIdSchema }), done),
  'sessions.compare': call(
    'app',
    z.object({ left: sessionIdSchema, right: sessionIdSchema }),
    comparisonSchema,
  ),
} as const

export type Calls = typeof calls
export type CallName = keyof Calls
export type CallInput<N extends CallName> = z.input<Calls[N]['input']>
export type CallParsedInput<N extends CallName> = z.output<Calls[N]['input']>
export type CallOutput<N extends CallName> = z.output<Calls[N]['output']>
