import { app, type BrowserWindow } from 'electron'
import type { Handlers, Notices } from '../../gateway'
import type { ConsentView } from '../../host'
import { locateData } from '../locations'
import type { Services } from '../services'
import { appHandlers } from './app'
import { consentHandlers } from './consent'
import { keyHandlers } from './keys'
import { projectHandlers } from './projects'
import { runHandlers } from './runs'
import { sandboxHandlers } from './sandbox'
import { sessionHandlers } from './sessions'

export type WindowParts = {
  readonly window: BrowserWindow
  readonly consentView: ConsentView
  readonly notices: Notices
  readonly takeOpenPath: () => string | null
}

/** The whole table of handlers: the compiler sees that no call of the contract is without one. */
export function createHandlers(services: Services, parts: WindowParts): Handlers {
  const { read, write } = services.store
  const { window, consentView: view, notices, takeOpenPath } = parts
  const data = locateData()
  return {
    ...appHandlers({
      window,
      read,
      write,
      notices,
      setRedaction: services.setRedaction,
      agentsChanged: () =>
        void services.runtimes.probeAgain().then(() => notices.announce({ topic: 'runtimes', id: null })),
      takeOpenPath,
      dataFolder: data.folder,
      sampleRepository: data.sample,
    }),
    ...projectHandlers({
      projects: services.projects,
      view,
      notices,
      materializeSample: services.materializeSample,
    }),
    ...consentHandlers({ ...services, read, view, notices }),
    ...runHandlers({ ...services, notices }),
    ...sessionHandlers({ ...services, read, write, content: services.store.content, notices }),
    ...keyHandlers({ ...services, notices }),
    ...sandboxHandlers({ ...services, read, notices, version: app.getVersion() }),
  }
}
