import { failure, ok, type Result } from '../../../shared'
import type { Caller, Mount } from '../box'
import { isMachine } from '../seccomp/system-calls'
import type { SystemView } from '../system-view'
import type { FirstProcess } from './host-config'
import { createImages, type ImageChoice } from './images'
import type { LocatedEngine } from './locate'
import { type InsideUser, type Ownership, userFor } from './ownership'
import { systemMounts, tryReach } from './reach'

/** What the containers of an engine are made of and what they can be shown. */
export type Place = {
  readonly image: string
  readonly first: FirstProcess
  readonly user: InsideUser
  /** The machine's own programs; none where the image has its own. */
  readonly systemMounts: readonly Mount[]
  /** What of this machine's system is seen inside already. */
  readonly view: SystemView
  /** Folders are shown as they are, or carried there and back. */
  readonly folders: 'shown' | 'carried'
}

export type PlaceDeps = {
  readonly located: LocatedEngine
  readonly choice: ImageChoice
  readonly view: SystemView
  readonly caller: Caller
  readonly ownership: Ownership
  readonly stateFolder: string
  readonly installation: string
  readonly open: Set<string>
  readonly dockerfile: string
  readonly machine: string
}

/** What an image has of its own: no program of this machine is shown in their place. */
const ownSystem: SystemView = {
  folders: ['/usr', '/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32', '/nix/store', '/gnu/store'],
  links: [],
  settings: [],
  nameServers: null,
}

/** Who an image's programs can run as so that the run's folders are theirs: root of a rootless engine is the user. */
function users(caller: Caller, options: readonly string[]): readonly InsideUser[] {
  const rootless = options.some((option) => option.startsWith('name=rootless'))
  return rootless ? [{ uid: 0, gid: 0 }] : [userFor(caller)]
}

/** Measures what can be had, from the most to the least. Failures: those of the image, `sandbox.unsupported`. */
export async function findPlace(deps: PlaceDeps): Promise<Result<Place>> {
  const { located, choice, view, caller, stateFolder, installation, ownership, dockerfile, machine } = deps
  const { engine, info } = located
  const [user = userFor(caller)] = users(caller, info.SecurityOptions)
  const images = createImages({ engine, view, user, dockerfile, machine })
  const reachDeps = { engine, stateFolder, installation, ownership, open: deps.open }
  let problem: string | null = null
  if (choice.type === 'own' && isMachine(machine)) {
    const own = await images.ensure(choice)
    if (!own.ok) return own
    const mounts = systemMounts(view)
    const tried = await tryReach(reachDeps, own.value, mounts, user)
    if (tried.reach === 'system')
      return ok({ image: own.value, first: 'own', user, systemMounts: mounts, view, folders: 'shown' })
    problem = tried.problem
  }
  // Nothing is built or pulled in passing: that takes minutes and the network, and is asked for in Settings.
  const other: ImageChoice = choice.type === 'own' ? { type: 'tools' } : choice
  const image = await images.find(other)
  if (image === null)
    return failure(
      'sandbox.unsupported',
      choice.type === 'own'
        ? 'The container engine does not see this machine’s own programs, so an image with programs is needed. Build or choose one in Settings, Sandbox, then probe again.'
        : 'The image that was chosen is not there. Build or pull it in Settings, Sandbox, then probe again.',
      { reason: 'image', problem },
    )
  const tried = await tryReach(reachDeps, image, [], user)
  const folders = tried.reach === 'nothing' ? 'carried' : 'shown'
  return ok({ image, first: 'engine', user, systemMounts: [], view: ownSystem, folders })
}
