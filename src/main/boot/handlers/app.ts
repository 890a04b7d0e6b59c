import { app, type BrowserWindow, dialog, nativeTheme } from 'electron'
import { agentSettings, failure, ok, type Settings } from '../../../shared'
import type { Handlers, Notices } from '../../gateway'
import { ask, openExternal, type Question } from '../../host'
import { checkUserPatterns } from '../../log'
import type { StoreReader, StoreWriter } from '../../store'
import type { Services } from '../services'

export type AppHandlerDeps = {
  readonly window: BrowserWindow
  readonly read: Pick<StoreReader, 'settings'>
  readonly write: Pick<StoreWriter, 'saveSettings'>
  readonly notices: Notices
  readonly dataFolder: string
  readonly sampleRepository: string
  readonly setRedaction: Services['setRedaction']
  /** Where a program is and how it signs in has changed. */
  readonly agentsChanged: () => void
  /** Takes the folder that was given on the command line, once. */
  readonly takeOpenPath: () => string | null
}

type AppCalls = 'app.info' | 'app.open_external' | 'settings.get' | 'settings.update' | 'projects.choose'

export function appHandlers(deps: AppHandlerDeps): Pick<Handlers, AppCalls> {
  return {
    'app.info': () =>
      ok({
        version: app.getVersion(),
        electron: process.versions['electron'] ?? '',
        node: process.versions.node,
        chromium: process.versions['chrome'] ?? '',
        platform: process.platform,
        dataFolder: deps.dataFolder,
        openPath: deps.takeOpenPath(),
        sampleRepository: deps.sampleRepository,
      }),
    'app.open_external': ({ url }) => openExternal(deps.window, url),
    'settings.get': () => ok(deps.read.settings()),
    'settings.update': async (patch) => {
      const question = outwardChange(deps.read.settings(), patch)
      if (question !== null && !(await ask(deps.window, question)))
        return failure('settings.invalid', 'Not changed: it was not confirmed in the dialog.')
      if (patch.redaction !== undefined) {
        const patterns = checkUserPatterns(patch.redaction)
        if (!patterns.ok) return patterns
        deps.setRedaction(patterns.value)
      }
      const settings = { ...deps.read.settings(), ...withoutUndefined(patch) }
      deps.write.saveSettings(settings)
      if (patch.agents !== undefined) deps.agentsChanged()
      nativeTheme.themeSource = settings.theme
      deps.notices.announce({ topic: 'settings', id: null })
      return ok(settings)
    },
    'projects.choose': async () => {
      const chosen = await dialog.showOpenDialog(deps.window, {
        title: 'Choose a repository',
        properties: ['openDirectory'],
      })
      return ok({ path: chosen.filePaths[0] ?? null })
    },
  }
}

/** Sandboxes that an order named and its new one does not. */
function droppedBoxes(before: Settings['sandbox'], after: Settings['sandbox']): readonly string[] {
  const orders = [
    [before.order, after.order] as const,
    ...Object.entries(after.projects).map(
      ([id, order]) => [before.projects[id] ?? before.order, order] as const,
    ),
  ]
  const dropped = orders.flatMap(([old, next]) =>
    old.filter((backend) => backend !== 'subprocess' && !next.includes(backend)),
  )
  return [...new Set(dropped)]
}

function withoutUndefined(
  patch: { readonly [K in keyof Settings]?: Settings[K] | undefined },
): Partial<Settings> {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
}

/**
 * What a page may not decide by itself, since it shows what agents say, too: which program is started, where a key is
 * sent, which sandboxes are not used any more, and what is taken from elsewhere to run agents in. Null where none of these changes.
 */
function outwardChange(
  settings: Settings,
  {
    agents = {},
    sandbox,
  }: { readonly agents?: Settings['agents'] | undefined; readonly sandbox?: Settings['sandbox'] | undefined },
): Question | null {
  const changes = Object.entries(agents).flatMap(([runtime, next]) => {
    const { path, baseUrl } = agentSettings(settings, runtime)
    return [
      ...(next.path === null || next.path === path ? [] : [`Program of ${runtime}: ${next.path}`]),
      ...(next.baseUrl === null || next.baseUrl === baseUrl
        ? []
        : [`${runtime} sends its key and your code to: ${next.baseUrl}`]),
    ]
  })
  const dropped = sandbox === undefined ? [] : droppedBoxes(settings.sandbox, sandbox)
  if (dropped.length > 0) changes.push(`No longer used to hold runs: ${dropped.join(', ')}`)
  const image = sandbox?.image
  if (image?.type === 'named' && JSON.stringify(image) !== JSON.stringify(settings.sandbox.image))
    changes.push(`Containers are made of an image that others made: ${image.ref}`)
  return changes.length === 0
    ? null
    : { message: 'Use these settings?', detail: changes.join('\n'), yes: 'Use them' }
}
