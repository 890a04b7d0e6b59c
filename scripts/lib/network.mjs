import { lookup } from 'node:dns/promises'
import { connect } from 'node:net'
import { runNpm } from './run.mjs'

const answerWithin = 5_000

/**
 * Why a host cannot be reached, or undefined if it accepts a connection: a name that does not resolve fails at once and
 * a silent firewall within seconds, where a download would be tried for minutes.
 * @param {string} url
 * @returns {Promise<string | undefined>} e.g. "example.org cannot be found"
 */
export async function unreachable(url) {
  const { hostname, port, protocol } = new URL(url)
  try {
    const { address } = await lookup(hostname)
    return await refusal(hostname, address, Number(port) || (protocol === 'http:' ? 80 : 443))
  } catch {
    return `${hostname} cannot be found`
  }
}

function refusal(name, address, port) {
  return new Promise((done) => {
    const socket = connect({ host: address, port, timeout: answerWithin })
    const end = (reason) => {
      socket.destroy()
      done(reason)
    }
    socket.on('connect', () => end(undefined))
    socket.on('timeout', () => end(`${name} does not answer`))
    socket.on('error', (error) => end(`${name} refuses (${error.code})`))
  })
}

/**
 * npm's arguments for a network that may not be there: without one, npm tries each package for minutes, but with
 * --offline it takes what its cache has or says at once what is not in it. A proxy or registry only npm can judge is
 * left to it.
 * @returns {Promise<readonly string[]>}
 */
export async function npmNetworkArgs() {
  const setting = async (name) => (await runNpm(['config', 'get', name])).output.trim()
  const registry = await setting('registry')
  if (!/^https?:/.test(registry)) return []
  for (const name of ['https-proxy', 'proxy']) {
    if (!['null', 'undefined', ''].includes(await setting(name))) return []
  }
  return (await unreachable(registry)) ? ['--offline'] : []
}
