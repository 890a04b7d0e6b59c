import { type CallName, callNumber, type Machine } from '../seccomp/system-calls'

/** Numbers of the further calls that attempts are made of, on x86_64 and aarch64. */
const further = {
  read: [0, 63],
  write: [1, 64],
  close: [3, 57],
  getpid: [39, 172],
  connect: [42, 203],
  sendto: [44, 206],
  getsockopt: [55, 209],
  kill: [62, 129],
  fcntl: [72, 25],
  prctl: [157, 167],
  ppoll: [271, 73],
  shmget: [29, 194],
  shmctl: [31, 195],
  mmap: [9, 222],
  munmap: [11, 215],
  symlinkat: [266, 36],
  linkat: [265, 37],
  unlinkat: [263, 35],
  utimensat: [280, 88],
} as const satisfies Readonly<Record<string, readonly [x64: number, arm64: number]>>

export type AttemptCall = CallName | keyof typeof further

/** The number of a call on a machine; null: it has none. */
export function attemptNumber(name: AttemptCall, machine: Machine): number | null {
  return isFurther(name) ? further[name][machine === 'x64' ? 0 : 1] : callNumber(name, machine)
}

function isFurther(name: AttemptCall): name is keyof typeof further {
  return name in further
}
