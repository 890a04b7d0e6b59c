import { failure, ok, type Result } from '../../../shared'
import type { RunCommand } from '../../process'
import type { Backend, BoxRequest, FoundTool, OpenBox } from '../backend'
import { type Caller, isWithin, type Mount } from '../box'
import { boxMounts } from '../inside'
import { checkMounts, checkSystem } from '../mounts'
import { readSystemView, type SystemView } from '../system-view'
import { createDockerBox, handedAtFirst } from './box'
import { bridgeProcesses } from './bridge/open-bridge'
import { socketsOf } from './bridge/sockets'
import { createCarrier } from './carrier'
import type { EndpointDeps } from './endpoint'
import { lost } from './failures'
import { containerOptions, ownProcesses } from './host-config'
import { createImages, type ImageChoice, type Images } from './images'
import { noCarrier, startKept } from './kept-container'
import { type LocatedEngine, locateEngine } from './locate'
import { watchMemoryKills } from './memory-kills'
import { createOwnership, type Ownership, userFor } from './ownership'
import { findPlace, type Place } from './place'
import { createPool } from './pool'
import { recoverContainers } from './recover'
import { homeInside } from './root-image'

export type DockerDeps = EndpointDeps & {
  /** The account that runs Glovebox. */
  readonly caller: Caller
  readonly runCommand: RunCommand
  /** Id of this installation of Glovebox: what is removed after a crash bears it. */
  readonly installation: string
  /** A folder of Glovebox's own on the file system of the runs' folders, by real path. */
  readonly stateFolder: string
  /** resources/sandbox/Dockerfile, by its path. */
  readonly dockerfile: string
  /** What the user chose; asked at each opening. The machine's own programs unless said otherwise. */
  readonly image?: () => ImageChoice
  /** Node's name of the machine. */
  readonly machine: string
}

export type DockerBackend = Backend & {
  readonly recover: () => Promise<void>
  /** The images of the engine that was found; fails as `locate` does. */
  readonly images: () => Promise<Result<Images>>
}

const defaultTemporaryBytes = 256 * 1024 * 1024

/** Containers of a Docker engine: one kept for each session, each command an exec in it. */
export function createDocker(deps: DockerDeps): DockerBackend {
  const { caller, installation } = deps
  const engines = new WeakMap<FoundTool, LocatedEngine>()
  /** What containers were to be made of when an engine was found: what was probed is that. */
  const choices = new WeakMap<FoundTool, string>()
  const chosenImage = (): string => JSON.stringify(deps.image?.() ?? { type: 'own' })
  const places = new Map<string, Promise<Result<Place>>>()
  const open = new Set<string>()
  const ownership = createOwnership(caller, deps.runCommand)
  let view: Promise<SystemView> | null = null

  const locate = async () => {
    const located = await locateEngine(deps)
    if (!located.ok) return located
    engines.set(located.value.tool, located.value)
    choices.set(located.value.tool, chosenImage())
    places.clear()
    return ok(located.value.tool)
  }
  const placeOf = async (located: LocatedEngine, choice: ImageChoice): Promise<Result<Place>> => {
    const key = JSON.stringify([located.info.ID, choice])
    const known = places.get(key)
    if (known !== undefined) return known
    view ??= readSystemView()
    const finding = findPlace({ ...deps, ownership, open, located, choice, view: await view })
    places.set(key, finding)
    const found = await finding
    // What failed for want of an image may work a moment later.
    if (!found.ok) places.delete(key)
    return found
  }

  return {
    name: 'docker',
    title: 'Docker',
    locate,
    open: async (tool, request) => {
      const located = engines.get(tool)
      if (located === undefined)
        return failure('sandbox.changed', 'Not started: this engine was not probed. Probe again in Settings.')
      if (choices.get(tool) !== chosenImage())
        return failure(
          'sandbox.changed',
          'Not started: containers are made of another image than the one that was probed. Start the run again.',
        )
      const same = await isSame(located)
      if (!same.ok) return same
      const place = await placeOf(located, deps.image?.() ?? { type: 'own' })
      if (!place.ok) return place
      return openBox({ deps, ownership, located, place: place.value, request, open })
    },
    isOutdated: (tool) => choices.get(tool) !== chosenImage(),
    recover: () => recoverContainers(() => locateEngine(deps), installation, open),
    images: async () => {
      const located = await locateEngine(deps)
      if (!located.ok) return located
      view ??= readSystemView()
      return ok(
        createImages({
          engine: located.value.engine,
          view: await view,
          user: userFor(caller),
          dockerfile: deps.dockerfile,
          machine: deps.machine,
        }),
      )
    },
    explain: () => Promise.resolve(null),
  }
}

/** Whether what answers now is the engine that was probed. */
async function isSame({ engine, info, version }: LocatedEngine): Promise<Result<null>> {
  const [nowInfo, nowVersion] = await Promise.all([engine.info(), engine.version()])
  if (!nowInfo.ok) return lost(nowInfo.text)
  if (!nowVersion.ok) return lost(nowVersion.text)
  return nowInfo.value.ID === info.ID && nowVersion.value.Version === version
    ? ok(null)
    : failure(
        'sandbox.changed',
        'Not started: the container engine is not the one that was probed any more. Probe again in Settings.',
        { before: version, now: nowVersion.value.Version },
      )
}

type Opening = {
  readonly ownership: Ownership
  readonly deps: DockerDeps
  readonly located: LocatedEngine
  readonly place: Place
  readonly request: BoxRequest
  readonly open: Set<string>
}

async function openBox(opening: Opening): Promise<Result<OpenBox>> {
  const { deps, ownership, located, place, request, open } = opening
  const { engine } = located
  const { installation } = deps
  const { user, view } = place
  const isShown = place.folders === 'shown'
  const atHome: Mount = { source: request.folders.homeFolder, target: homeInside, access: 'write' }
  // Where the account's home is by /etc/passwd of our image.
  const mounts = [...boxMounts(request, view), ...(isShown ? [atHome] : [])]
  const apart = await checkSystem(isShown ? view.folders : [], request.forbidden)
  if (!apart.ok) return apart
  const checked = await checkMounts(mounts, request.forbidden)
  if (!checked.ok) return checked
  const token = {}
  if (isShown) await ownership.use(token, handedAtFirst(request), user)
  const sockets = isShown ? [] : await socketsOf(request.bridges ?? [])
  const kills = watchMemoryKills(engine, request.token)
  open.add(request.token)
  const pool = createPool(
    (more) => {
      const shown = [...mounts, ...more]
      return startKept(
        engine,
        containerOptions({
          image: place.image,
          first: place.first,
          installation,
          token: request.token,
          limits: request.limits,
          network: request.network,
          // What is carried in lies in its root; what the account there may write is its own alone.
          readOnlyRoot: isShown && (request.readOnlyRoot ?? true),
          ownTemporary: isShown || !shown.some(({ target }) => isWithin(target, '/tmp')),
          temporaryBytes: request.temporaryBytes ?? defaultTemporaryBytes,
          mounts: isShown ? [...place.systemMounts, ...shown] : [],
          moreProcesses: sockets.length === 0 ? 0 : bridgeProcesses,
        }),
        shown,
        ownProcesses[place.first],
        isShown ? noCarrier : createCarrier(engine, shown, user, request.folders.controlFolder, sockets),
      )
    },
    kills.of,
    !isShown,
  )
  const box = createDockerBox({
    engine,
    request,
    view,
    user,
    pool,
    mounts,
    hand: async (folders) => {
      if (isShown) await ownership.hand(folders, user)
    },
    onClosed: async () => {
      await ownership.takeBack(token)
      kills.stop()
      open.delete(request.token)
    },
  })
  return ok(box)
}
