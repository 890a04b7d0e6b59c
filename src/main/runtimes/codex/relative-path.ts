/** Tells paths below `folder` relative to it, with `/` between; any other path as it is. */
export function relativeTo(folder: string | null): (path: string) => string {
  if (folder === null || folder === '') return (path) => path
  const root = slashed(folder).replace(/\/+$/, '')
  return (path) => {
    const whole = slashed(path)
    return whole.startsWith(`${root}/`) ? whole.slice(root.length + 1) : path
  }
}

/** Windows paths alone have a drive; elsewhere a backslash is a letter of a name. */
function slashed(path: string): string {
  return /^[a-z]:\\|^\\\\/i.test(path) ? path.replaceAll('\\', '/') : path
}
