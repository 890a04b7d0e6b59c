import type { Result } from '../../../shared'
import { labels } from './host-config'
import type { LocatedEngine } from './locate'

/**
 * Removes the containers that a crash of this installation left: one that was killed between making a container and
 * starting it, or whose engine went down with it. Only such as bear both our label and this installation's id (I10), and
 * belong to no box that is open now.
 */
export async function recoverContainers(
  locate: () => Promise<Result<LocatedEngine> | { readonly ok: false }>,
  installation: string,
  open: ReadonlySet<string>,
): Promise<void> {
  const located = await locate()
  if (!located.ok || installation === '') return
  const { engine } = located.value
  const found = await engine.listContainers([`${labels.installation}=${installation}`])
  if (!found.ok) return
  for (const { Id, Labels } of found.value) {
    const token = Labels[labels.session]
    // Asked of the answer, too: an engine that passes over the filter must not cost anyone a container.
    if (Labels[labels.installation] !== installation || token === undefined || open.has(token)) continue
    await engine.removeContainer(Id)
  }
}
