import { expect, it } from 'vitest'
import { isLfsPointer } from '../../../../src/main/workspace/mirror/lfs-pointer'

const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n'

it('knows a pointer by its first line and its shortness', () => {
  expect(isLfsPointer(Buffer.from(pointer))).toBe(true)
  expect(isLfsPointer(Buffer.from(` ${pointer}`))).toBe(false)
  expect(isLfsPointer(Buffer.from(pointer + 'x'.repeat(1024)))).toBe(false)
  expect(isLfsPointer(Buffer.from('version https://git-lfs'))).toBe(false)
  expect(isLfsPointer(Buffer.alloc(0))).toBe(false)
})
