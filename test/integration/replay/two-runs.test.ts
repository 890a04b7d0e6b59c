import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { applyChanges } from '../../../src/main/workspace'
import { temporaryFolder } from '../../support/repository'
import { addSample, grantAll, run, startServices } from '../../support/services'
import { unwrap } from '../../support/workspace'

/** Three runs of real processes; generous for a busy machine. */
const timeout = 240_000

describe('two real runs of the sample repository', () => {
  it(
    'are compared: a common beginning, where they part, what each leaves, and the content of it',
    async () => {
      const services = await startServices(join(temporaryFolder(), 'data'))
      onTestFinished(() => services.store.close())
      const project = await addSample(services)
      grantAll(services, project)
      const hasty = await run(services, project, { variant: 'hasty' })
      const careful = await run(services, project, { variant: 'careful' })
      const { replay } = services

      const compared = unwrap(await replay.compare(hasty.id, careful.id))
      expect(compared.sameBase).toBe(true)
      expect(compared.alignment.prefix).toBeGreaterThan(0)
      expect(compared.alignment.firstDivergence).toBe(compared.alignment.prefix)
      expect(compared.files.some(({ difference }) => difference === 'content')).toBe(true)

      for (const { id, frames, changedFiles } of [hasty, careful]) {
        const start = unwrap(await replay.tree(id, 0))
        const end = unwrap(await replay.tree(id, frames))
        expect(applyChanges(start.entries, end.changesSinceStart)).toEqual(end.entries)
        expect(end.changesSinceStart).toHaveLength(changedFiles)
        for (const { hash, mode } of end.entries)
          expect(unwrap(await replay.content(id, hash, mode)).type).not.toBe('lost')
      }

      const again = await run(services, project, { variant: 'careful' })
      const same = unwrap(await replay.compare(careful.id, again.id))
      expect(same.alignment.firstDivergence).toBeNull()
      expect(same.files.every(({ difference }) => difference === 'same')).toBe(true)
    },
    timeout,
  )
})
