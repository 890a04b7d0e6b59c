import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { RuntimeInfo } from '../../shared'

type Variant = RuntimeInfo['variants'][number]

const scenarioSchema = z.object({ title: z.string(), description: z.string() })

/** Played where no scenario fits; the agent has it built in, so there is no file of it. */
const survey: Variant = {
  id: 'survey',
  title: 'Survey',
  description: 'For any repository: counts files and open marks, and writes a summary file.',
}

/** The scenarios in a folder, by name, and the survey. A file that is no scenario is left out. */
export async function readScenarios(folder: string): Promise<readonly Variant[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json')).sort()
  const variants = await Promise.all(names.map((name) => readScenario(folder, name)))
  return [...variants.filter((variant) => variant !== null), survey]
}

async function readScenario(folder: string, name: string): Promise<Variant | null> {
  try {
    const scenario = scenarioSchema.safeParse(JSON.parse(await readFile(join(folder, name), 'utf8')))
    return scenario.success ? { id: name.slice(0, -'.json'.length), ...scenario.data } : null
  } catch {
    return null
  }
}
