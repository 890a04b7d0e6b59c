/** What was typed as hosts: those that can be sent, and what is wrong with the others. */
export type ReadHosts = {
  readonly hosts: readonly string[]
  readonly problems: readonly { readonly line: number; readonly text: string }[]
}

export const mostHosts = 100
const longest = 300
const label = /^[\p{L}\p{N}_](?:[\p{L}\p{N}_-]{0,61}[\p{L}\p{N}_])?$/u

/**
 * Reads one host rule per line: a name, `*.` and a name of at least two parts, or an address; with a port or without.
 * A light check, so that a slip is seen while it is typed: main reads each again and has the last word.
 */
export function readHosts(text: string): ReadHosts {
  const hosts: string[] = []
  const problems: { line: number; text: string }[] = []
  text.split('\n').forEach((raw, index) => {
    const rule = raw.trim()
    if (rule === '') return
    const problem = hostProblem(rule)
    if (problem !== null) problems.push({ line: index + 1, text: problem })
    else if (!hosts.includes(rule)) hosts.push(rule)
  })
  if (hosts.length > mostHosts)
    problems.push({ line: mostHosts + 1, text: `At most ${mostHosts} hosts can be listed.` })
  return { hosts, problems }
}

/** What is still to be seen to before other hosts can be granted, in a line; null: nothing. */
export function hostsMissing({ hosts, problems }: ReadHosts): string | null {
  const [first] = problems
  if (first !== undefined) return `Hosts that may be reached, line ${first.line}: ${first.text}`
  return hosts.length === 0 ? 'List at least one host that may be reached, or switch that off.' : null
}

/** What keeps a text from being a host rule, with what to write instead; null: nothing that is seen here. */
export function hostProblem(rule: string): string | null {
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(rule)?.[0]
  if (scheme !== undefined) return `Leave out “${scheme}”: write the host alone.`
  if (/\s/.test(rule)) return 'Write one host to a line, without spaces or commas.'
  if (rule.includes(',') || rule.includes(';')) return 'Write one host to a line.'
  if (rule.includes('@')) return 'Leave out what stands before the @.'
  if (/[/?#\\]/.test(rule))
    return 'Leave out what comes after the host: all of a host can be reached, or nothing.'
  if (rule.length > longest) return 'This is longer than a host can be.'
  const { host, port } = parts(rule)
  if (port !== null && !isPort(port)) return 'The port is a number from 1 to 65535.'
  if (rule === '*' || host === '*') return 'Every host can’t be listed: name them.'
  if (host.startsWith('[')) return /^\[[0-9a-f:.]+\]$/i.test(host) ? null : 'This is no address.'
  if (!host.startsWith('*.')) return host.includes('*') ? onlyInFront : nameProblem(host)
  const below = host.slice(2)
  if (below.includes('*')) return onlyInFront
  if (!below.includes('.')) return 'After *. a name of at least two parts is needed, as in *.example.org.'
  return nameProblem(below)
}

const onlyInFront = 'A * stands in front alone, as in *.example.org.'

/** An IPv6 address may stand without brackets where no port follows. */
function parts(rule: string): { readonly host: string; readonly port: string | null } {
  if (/^[0-9a-f:]*:[0-9a-f:]*:[0-9a-f:.]*$/i.test(rule)) return { host: `[${rule}]`, port: null }
  const colon = /:[^:\]]*$/.exec(rule)?.index
  if (colon === undefined) return { host: rule, port: null }
  return { host: rule.slice(0, colon), port: rule.slice(colon + 1) }
}

const isPort = (text: string): boolean => /^[1-9][0-9]{0,4}$/.test(text) && Number(text) <= 65535

function nameProblem(name: string): string | null {
  const bare = name.endsWith('.') ? name.slice(0, -1) : name
  if (bare === '') return 'The host is missing.'
  return bare.split('.').every((part) => label.test(part))
    ? null
    : 'This is no host name: letters, digits, hyphens and dots, as in api.example.org.'
}
