/** Code points that HFS+ ignores in names: with them inside, `.git` is still `.git` there (CVE-2014-9390). */
const ignoredByHfs = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g
const deviceName = /^(con|prn|aux|nul|conin\$|conout\$|com[1-9¹²³]|lpt[1-9¹²³])$/

/**
 * Whether a path of git's index could lead out of the folder it is put into, or into a `.git` there, on this or a
 * more forgiving file system. Names that only Windows reads otherwise are refused on Windows alone.
 */
export function isUnsafePath(path: string, platform: NodeJS.Platform = process.platform): boolean {
  return path
    .split('/')
    .some((name) => isUnsafeName(name) || (platform === 'win32' && isUnsafeOnWindows(name)))
}

/** The same for one name of a folder's listing. */
export function isUnsafeName(name: string): boolean {
  if (name === '' || name === '.' || name === '..' || name.includes('\0')) return true
  return isDotGit(name)
}

/** `.git` as HFS+ (ignored code points, any case) and NTFS (short name, trailing dots and blanks, streams) read it. */
export function isDotGit(name: string): boolean {
  if (!/^(\.|git~|[\u200c-\u206f\ufeff])/i.test(name)) return false
  const plain = name
    .replace(ignoredByHfs, '')
    .toLowerCase()
    .replace(/:.*$/s, '')
    .replace(/(?<![. ])[. ]+$/, '')
  return plain === '.git' || plain === 'git~1'
}

function isUnsafeOnWindows(name: string): boolean {
  if (/[\\<>:"|?*]/.test(name) || /[. ]$/.test(name)) return true
  if ([...name].some((character) => character < ' ')) return true
  return deviceName.test(name.toLowerCase().split('.')[0]?.trimEnd() ?? '')
}
