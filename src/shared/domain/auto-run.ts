import { type AutoRunPlace, autoRunRules } from './auto-run-rules'

export type { AutoRunPlace }

/**
 * Whether a program of the user's own acts by itself on a file at this path: an editor on opening the folder, a shell on
 * entering it, git, an agent, an installer, a test runner. Such a file is code that nobody starts knowingly, so a change
 * to it needs a look of its own. `path`: of the workspace, in whatever spelling; it is read as the most careless file
 * system would read it, so that one which looks different is not taken for another.
 *
 * Left out on purpose: what runs only when someone asks for it by its name (Makefile, Dockerfile, scripts, tests
 * themselves), for there what is run is the point, and a tick on every change would teach people to tick unseen; and
 * lock files, which name what is installed but are shown as what they are.
 */
export function autoRunPlace(path: string): AutoRunPlace | null {
  const segments = plainSegments(path)
  const rule = compiled.find(({ patterns }) => patterns.some((pattern) => fits(segments, pattern)))?.rule
  return rule === undefined ? null : { tool: rule.tool, why: rule.why }
}

type Pattern = {
  readonly names: readonly ((name: string) => boolean)[]
  /** Everything below it as well. */
  readonly below: boolean
  /** A link in the place of one of its folders brings everything below along. */
  readonly partIsEnough: boolean
  readonly onlyAtRoot: boolean
}

const compiled = autoRunRules.map((rule) => ({
  rule,
  patterns: rule.patterns
    .trim()
    .split(/\s+/)
    .map((text): Pattern => {
      const parts = text.toLowerCase().split('/')
      const below = parts.at(-1) === '**'
      return {
        names: (below ? parts.slice(0, -1) : parts).map(nameTest),
        below,
        partIsEnough: text.startsWith('.'),
        onlyAtRoot: rule.onlyAtRoot === true,
      }
    }),
}))

/** Kinds of characters that file systems or eyes pass over: format characters (zero width, direction), soft hyphen. */
const unseen = /[\p{Cf}\u00ad]/gu

function plainSegments(path: string): readonly string[] {
  const segments: string[] = []
  for (const segment of path.split(/[/\\]/).map(plainName)) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  return segments
}

/**
 * A name as macOS (case, composed characters, characters that don't count) and Windows (case, dots and spaces at the
 * end, streams behind a colon) take it.
 */
function plainName(segment: string): string {
  const name = segment.normalize('NFKC').replace(unseen, '').toLowerCase().normalize('NFKC')
  const whole = name.replace(/(?!^):.*$/su, '')
  return /^[. ]*$/.test(whole) ? whole.trim() : whole.replace(/(?<![. ])[. ]+$/, '')
}

function fits(segments: readonly string[], pattern: Pattern): boolean {
  const last = pattern.onlyAtRoot ? 1 : segments.length
  for (let start = 0; start < last; start += 1) if (fitsAt(segments, start, pattern)) return true
  return false
}

function fitsAt(
  segments: readonly string[],
  start: number,
  { names, below, partIsEnough }: Pattern,
): boolean {
  const left = segments.length - start
  if (left < names.length ? !partIsEnough : left > names.length && !below) return false
  return names.slice(0, left).every((test, index) => test(segments[start + index] ?? ''))
}

/** `*` in a pattern: any characters of the name. A name like GIT~1 is Windows' short one of `.git`. */
function nameTest(pattern: string): (name: string) => boolean {
  const letters = pattern.replaceAll('.', '')
  const [start = '', ...rest] = pattern.split('*')
  const end = rest.at(-1)
  const isIt = (name: string): boolean =>
    end === undefined
      ? name === pattern
      : name.length >= start.length + end.length && name.startsWith(start) && name.endsWith(end)
  return (name) => {
    if (isIt(name)) return true
    const short = name.includes('~') ? /^([^~]{1,6})~\d/.exec(name)?.[1] : undefined
    return short !== undefined && letters.startsWith(short)
  }
}
