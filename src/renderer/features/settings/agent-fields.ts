import { agentSettingsSchema } from '../../../shared'

const { path, baseUrl } = agentSettingsSchema.shape

/** Why a text can't be the place of a program; null when it can. */
export function pathProblem(text: string): string | null {
  if (!/^(\/|~\/|[A-Za-z]:[\\/]|\\\\)/.test(text))
    return 'Enter the whole path, from the root of the disk (/usr/local/bin/…) or from your home (~/…).'
  return path.safeParse(text).success ? null : 'This path is too long.'
}

/** Why a text can't be the address of a model; null when it can. */
export function addressProblem(text: string): string | null {
  return baseUrl.safeParse(text).success
    ? null
    : 'Enter a whole address that begins with https:// or http://.'
}

const loopback = /^(localhost|.*\.localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** What an address would give away although it can be used; null: nothing. */
export function addressWarning(text: string): string | null {
  if (addressProblem(text) !== null) return null
  const { protocol, hostname } = new URL(text)
  if (protocol === 'https:' || loopback.test(hostname)) return null
  return 'Without https, the key and all that the agent sends travel in clear text: everyone on the way can read them.'
}
