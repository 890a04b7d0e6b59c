import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { migrations } from '../../../src/main/store/migrations'

/** A shipped migration never changes: files out there have seen it. To change the format, add one. */
const shipped = [
  [1, 'initial', '97b48dd67861430796cb89e1415829c1a6978c416c819c50aee82e6c8e1d86e0'],
  [2, 'native-lines', '71ecece474d087de703dd378e075db8b5ecb752ad31419daa51d58d1c1eda137'],
  [3, 'network', '096f16e57f1ddf3b09ae936b426e16d930c68c34fe25c0e38ef0fc887ddc7879'],
]

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
