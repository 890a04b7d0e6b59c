import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { migrations } from '../../../src/main/store/migrations'

/** A shipped migration never changes: files out there have seen it. To change the format, add one. */
const shipped = [[1, 'initial', 'd9485bcefdad789782dd9668b13132ed9cc51bf6363db040cff41add16b14b08']]

it('are what was shipped, numbered from 1 without a gap', () => {
  expect(
    migrations.map(({ version, name, sql }) => [
      version,
      name,
      createHash('sha256').update(sql).digest('hex'),
    ]),
  ).toEqual(shipped)
  expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 1))
})
