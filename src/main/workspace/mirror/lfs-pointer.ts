/** A pointer is shorter than this and begins with its version line (git-lfs, docs/spec.md); the second is from before 1.0. */
const maxPointerBytes = 1024
const versionLines = [
  'version https://git-lfs.github.com/spec/v1\n',
  'version https://hawser.github.com/spec/v1\n',
].map((line) => Buffer.from(line))

/** Whether a file's content is a Git LFS pointer: the real content was never fetched into the working tree. */
export function isLfsPointer(bytes: Uint8Array): boolean {
  if (bytes.length >= maxPointerBytes) return false
  return versionLines.some((line) => line.equals(bytes.subarray(0, line.length)))
}
