type Replacement = readonly [RegExp, string]

/** The same file of two mirrors has two paths. Repetitions are bounded: an output may hold anything. */
const places: readonly Replacement[] = [
  [/(?:[A-Za-z]:)?(?:[/\\][\w.@+ -]{1,80}){1,24}[/\\]mirror(?=[/\\]|\b)/g, '<mirror>'],
  [/(?:\/private)?\/(?:tmp|var\/tmp|var\/folders|dev\/shm)\/[^\s'"`:,;)\]}]+/g, '<temp>'],
  [/[A-Za-z]:\\(?:[^\\\s]{1,80}\\){0,24}Te?mp\\[^\s'"`:,;)\]}]+/gi, '<temp>'],
]

const passing: readonly Replacement[] = [
  // Colours and cursor movements of terminals
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what is looked for
  [/\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g, ''],
  [/\r\n?/g, '\n'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<id>'],
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?/g, '<time>'],
  [/\b\d\d?:\d\d:\d\d(?:[.,]\d+)?\b/g, '<time>'],
  [/\b(duration(?:_ms)?:?\s+)\d+(?:[.,]\d+)?/gi, '$1<duration>'],
  [/\b\d+(?:[.,]\d+)?\s?(?:ns|µs|μs|us|ms|s|secs?|seconds?|mins?|minutes?)\b/g, '<duration>'],
  [/(?<![ \t])[ \t]+$/gm, ''],
]

const replaceAll = (text: string, list: readonly Replacement[]): string =>
  list.reduce((all, [pattern, word]) => all.replace(pattern, word), text)

/**
 * Takes out of what an agent said or a tool answered whatever differs between two runs that do the same: colours,
 * times, durations, ids, and where the mirror and temporary files lie.
 */
export function normaliseText(text: string): string {
  return replaceAll(replaceAll(text, places), passing).trim()
}

/** A path or command line as it is compared: one form of slashes, no leading `./`. */
export function normaliseTarget(target: string, kind: string): string {
  const text = replaceAll(target, places).trim()
  if (kind === 'run' || kind === 'search') return text.replace(/\s+/g, ' ')
  return text
    .replaceAll('\\', '/')
    .replace(/^<mirror>\//, '')
    .replace(/^(?:\.\/)+/, '')
}

/**
 * A tool's arguments as one text, the same in whatever order an agent writes its keys. Times and numbers stay: an edit
 * that writes another number is another edit. Free descriptions are left out.
 */
export function canonicalArguments(input: unknown): string {
  return replaceAll(JSON.stringify(canonical(input, 0)) ?? '', places)
}

const maxDepth = 8
const ignored: ReadonlySet<string> = new Set(['description', 'timeout'])

function canonical(value: unknown, depth: number): unknown {
  if (depth > maxDepth || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => canonical(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => depth > 0 || !ignored.has(key))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, canonical(item, depth + 1)]),
  )
}
