import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { UsageError } from './arguments.mjs'
import { surveyFrames } from './survey.mjs'
import { stepKinds } from './tools.mjs'

/**
 * The frames to be played: those of the scenario asked for, where it was written for the repository at hand, else a
 * survey, with a word on why.
 */
export async function chooseFrames({ scenario, scenarioFile, mirror, prompt, capabilities }) {
  if (scenarioFile !== null) return (await loadScenario(scenarioFile)).frames
  if (scenario === 'survey') return surveyFrames({ mirror, prompt, capabilities, instead: null })
  const { frames, project } = await loadScenario(builtIn(scenario))
  const isItsProject = capabilities.has('read_tracked_files') && (await nameOfPackage(mirror)) === project
  return isItsProject ? frames : surveyFrames({ mirror, prompt, capabilities, instead: scenario })
}

const builtIn = (name) => fileURLToPath(new URL(`./scenarios/${name}.json`, import.meta.url))

async function nameOfPackage(mirror) {
  try {
    return JSON.parse(await mirror.readText('package.json')).name
  } catch {
    return null
  }
}

/** Reads and checks a scenario: `{title, description, project, opening?, frames: [{steps: […]}]}`. */
export async function loadScenario(path) {
  const scenario = await readJson(path)
  const own = framesOf(scenario, path)
  if (scenario.opening === undefined) return { project: scenario.project, frames: own }
  const openingPath = builtIn(`openings/${scenario.opening}`)
  return {
    project: scenario.project,
    frames: [...framesOf(await readJson(openingPath), openingPath), ...own],
  }
}

async function readJson(path) {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new UsageError(`there is no scenario at ${path}`)
  })
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`${path} is not JSON: ${error.message}`)
  }
}

const speech = ['say', 'think', 'final']

function framesOf({ frames }, path) {
  if (!Array.isArray(frames)) throw new UsageError(`${path} has no frames`)
  return frames.map((frame, index) => {
    if (!Array.isArray(frame?.steps)) throw new UsageError(`${path}: frame ${index + 1} has no steps`)
    return { steps: frame.steps.map((step) => readStep(step, `${path}: frame ${index + 1}`)) }
  })
}

function readStep(step, where) {
  const keys = [...speech, ...stepKinds].filter((key) => key in step)
  if (keys.length !== 1) throw new UsageError(`${where}: a step does exactly one thing, not ${keys.length}`)
  const text = { ...step }
  for (const key of [...speech, 'text']) if (key in text) text[key] = joinLines(text[key])
  if (step.replacements !== undefined)
    text.replacements = step.replacements.map((each) => ({
      old: joinLines(each.old),
      new: joinLines(each.new),
    }))
  return text
}

/** A text of several lines is written as a list of lines. */
function joinLines(text) {
  return Array.isArray(text) ? text.join('\n') : text
}
