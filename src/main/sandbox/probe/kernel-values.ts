/** Numbers of the kernel's interface, alike on x86_64 and aarch64 (asm-generic/fcntl.h, linux/net.h, linux/sched.h …). */
export const flags = {
  /** AT_FDCWD */
  here: -100,
  readOnly: 0,
  writeOnly: 0o1,
  create: 0o100,
  exclusive: 0o200,
  append: 0o2000,
  /** O_NONBLOCK and SOCK_NONBLOCK */
  nonBlocking: 0o4000,
  stream: 1,
  datagram: 2,
  characterDevice: 0o020000,
  /** PR_GET_NO_NEW_PRIVS */
  getNoNewPrivileges: 39,
  newUserNamespace: 0x10000000,
  /** `struct timespec` of 0.3 s. */
  threeTenths: timespec(0, 300_000_000),
} as const

/** Errors with which a call is refused before it is looked at: EPERM, EACCES, ENOSYS, EAFNOSUPPORT. */
export const deniedErrors: ReadonlySet<number> = new Set([1, 13, 38, 97])

/** Two `struct timespec`, for a file's access and change. */
export function fileTimes(seconds: number): Buffer {
  return Buffer.concat([timespec(seconds, 0), timespec(seconds, 0)])
}

function timespec(seconds: number, nanoseconds: number): Buffer {
  const bytes = Buffer.alloc(16)
  bytes.writeBigInt64LE(BigInt(seconds), 0)
  bytes.writeBigInt64LE(BigInt(nanoseconds), 8)
  return bytes
}

/** `struct sockaddr_in` */
export function inetAddress(address: string, port: number): Buffer {
  const bytes = Buffer.alloc(16)
  bytes.writeUInt16LE(2, 0)
  bytes.writeUInt16BE(port, 2)
  bytes.set(address.split('.').map(Number), 4)
  return bytes
}

/** `struct sockaddr_in6` of ::1 */
export function inet6Address(port: number): Buffer {
  const bytes = Buffer.alloc(28)
  bytes.writeUInt16LE(10, 0)
  bytes.writeUInt16BE(port, 2)
  bytes[23] = 1
  return bytes
}

/** `struct sockaddr_un` with a path. */
export function pathAddress(path: string): Buffer {
  return Buffer.concat([Buffer.from([1, 0]), Buffer.from(path), Buffer.from([0])])
}

/** `struct sockaddr_un` with a name that is not in the file system. */
export function abstractAddress(name: string): Buffer {
  return Buffer.concat([Buffer.from([1, 0, 0]), Buffer.from(name)])
}
