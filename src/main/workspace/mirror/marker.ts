/** The file that says: Glovebox made this folder and may remove it (I10). */
export const markerName = '.glovebox-run'
export const maxMarkerBytes = 1024
const application = 'glovebox'

export function markerText(name: string, createdAt: number): string {
  return `${JSON.stringify({ application, name, createdAt })}\n`
}

/** Whether a marker's text is ours and stands for the folder of this name: a marker that was copied elsewhere is not. */
export function isMarkerOf(text: string, name: string): boolean {
  const value = parse(text)
  return (
    typeof value === 'object' &&
    value !== null &&
    'application' in value &&
    value.application === application &&
    'name' in value &&
    value.name === name
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
