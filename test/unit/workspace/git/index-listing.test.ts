import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseIndexListing } from '../../../../src/main/workspace/git/index-listing'

const entry = fc.record({
  tag: fc.constantFrom('H', 'h', 'S', 's', 'M', 'C'),
  mode: fc.constantFrom('100644', '100755', '120000', '160000'),
  oid: fc.constantFrom('a'.repeat(40), '0'.repeat(64)),
  stage: fc.integer({ min: 0, max: 3 }),
  flags: fc.constantFrom(0, 0x20000000, 0x40000000, 0x60000000, 0x8000),
  path: fc
    .uint8Array({ minLength: 1, maxLength: 30 })
    .map((bytes) => Buffer.from(bytes.map((byte) => (byte === 0 ? 10 : byte)))),
})
type Entry = typeof entry extends fc.Arbitrary<infer T> ? T : never

function print({ tag, mode, oid, stage, flags, path }: Entry): Buffer {
  return Buffer.concat([
    Buffer.from(`${tag} ${mode} ${oid} ${stage}\t`),
    path,
    Buffer.from(
      `\0  ctime: 1:2\n  mtime: 3:4\n  dev: 5\tino: 6\n  uid: 0\tgid: 0\n  size: 7\tflags: ${flags.toString(16)}\n`,
    ),
  ])
}

describe('the listing of an index', () => {
  it('is read back whatever bytes its paths have', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 20 }), (entries) => {
        const parsed = parseIndexListing(Buffer.concat(entries.map(print)))
        expect(parsed.ok && parsed.value).toEqual(
          entries.map(({ tag, mode, stage, flags, path }) => ({
            mode: Number.parseInt(mode, 8),
            stage,
            skipWorktree: tag.toUpperCase() === 'S',
            intentToAdd: (flags & 0x20000000) !== 0,
            path,
          })),
        )
      }),
    )
  })

  it('is refused when it is cut off anywhere', () => {
    fc.assert(
      fc.property(entry, fc.integer({ min: 1, max: 200 }), (one, cut) => {
        const whole = print(one)
        const parsed = parseIndexListing(whole.subarray(0, Math.max(1, whole.length - cut)))
        expect(parsed.ok ? 'read' : parsed.error.code).toBe('workspace.git_failed')
      }),
    )
  })

  it('never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void parseIndexListing(Buffer.from(bytes))),
    )
  })
})
