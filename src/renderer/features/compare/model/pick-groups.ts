import type { SessionView } from '../../../../shared'

/** Sessions to choose from, those that compare best with the other side's first. */
export type PickGroup = { readonly title: string; readonly sessions: readonly SessionView[] }

/** Groups sessions by what they share with `other` (null: nothing is chosen there), narrowed to those that hold `text`. */
export function pickGroups(
  sessions: readonly SessionView[],
  other: SessionView | null,
  text: string,
): readonly PickGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = sessions.filter((session) => session.id !== other?.id && holds(session, words))
  if (other === null) return found.length === 0 ? [] : [{ title: 'Newest first', sessions: found }]
  const groups = [
    { title: 'From the same files', sessions: found.filter((session) => sharesBase(session, other)) },
    {
      title: 'Same project, other files',
      sessions: found.filter(
        (session) => session.projectId === other.projectId && !sharesBase(session, other),
      ),
    },
    { title: 'Other projects', sessions: found.filter(({ projectId }) => projectId !== other.projectId) },
  ]
  return groups.filter(({ sessions: list }) => list.length > 0)
}

function sharesBase(a: SessionView, b: SessionView): boolean {
  return a.projectId === b.projectId && a.baseTree !== null && a.baseTree === b.baseTree
}

function holds(
  { prompt, runtimeTitle, variant, projectName }: SessionView,
  words: readonly string[],
): boolean {
  const text = `${prompt} ${runtimeTitle} ${variant ?? ''} ${projectName}`.toLowerCase()
  return words.every((word) => text.includes(word))
}
