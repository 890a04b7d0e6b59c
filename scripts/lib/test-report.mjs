import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import { readJson, root } from './paths.mjs'

/**
 * @typedef {{ file: string, name: string, message: string }} Trouble
 * @typedef {{ failures: Trouble[], unsteady: Trouble[] }} Troubles `unsteady`: passed, at a second try only.
 */

/** @returns {Troubles} */
const none = () => ({ failures: [], unsteady: [] })

/**
 * What went wrong by vitest's JSON report.
 * @param {string} report
 * @returns {Troubles}
 */
export function vitestTroubles(report) {
  const found = none()
  for (const { name, message, status, assertionResults = [] } of read(report).testResults ?? []) {
    const file = relative(root, name)
    for (const { fullName, status: ended, failureMessages = [] } of assertionResults) {
      if (failureMessages.length === 0 && ended !== 'failed') continue
      const trouble = { file, name: fullName, message: failureMessages.join('\n') }
      found[ended === 'failed' ? 'failures' : 'unsteady'].push(trouble)
    }
    // A file that could not be loaded has no test of its own to blame.
    if (status === 'failed' && !assertionResults.some(({ status: ended }) => ended === 'failed'))
      found.failures.push({ file, name: 'the file itself', message: message ?? '' })
  }
  return found
}

/**
 * What went wrong by Playwright's JSON report.
 * @param {string} report
 * @returns {Troubles}
 */
export function playwrightTroubles(report) {
  const found = none()
  const visit = ({ suites = [], specs = [] }) => {
    for (const { title, file, tests } of specs)
      for (const { status, results } of tests) {
        if (status !== 'unexpected' && status !== 'flaky') continue
        const message = results.flatMap(({ errors }) => errors.map((error) => error.message ?? '')).join('\n')
        found[status === 'flaky' ? 'unsteady' : 'failures'].push({ file, name: title, message })
      }
    suites.forEach(visit)
  }
  visit(read(report))
  return found
}

const shownLines = 30

/**
 * The troubles as text: each with the first lines of its message.
 * @param {readonly Trouble[]} troubles
 */
export const troublesText = (troubles) =>
  troubles
    .map(({ file, name, message }) => {
      const lines = message.split('\n').slice(0, shownLines)
      return [`${file}: ${name}`, ...lines.map((line) => `    ${line}`)].join('\n')
    })
    .join('\n')

const read = (report) => (existsSync(report) ? readJson(report) : {})
