/** Machines we have numbers for, by Node's names, with the kernel's `AUDIT_ARCH_*` (linux/audit.h). */
export const machines = { x64: 0xc000003e, arm64: 0xc00000b7 } as const
export type Machine = keyof typeof machines

export function isMachine(name: string): name is Machine {
  return name in machines
}

/**
 * Numbers of the system calls that the filter names: x86_64 (asm/unistd_64.h) and aarch64 (asm-generic/unistd.h).
 * null: that machine has no such call.
 */
export const callNumbers = {
  unshare: [272, 97],
  setns: [308, 268],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  move_mount: [429, 429],
  open_tree: [428, 428],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  open_tree_attr: [467, 467],
  chroot: [161, 51],
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  process_madvise: [440, 440],
  pidfd_getfd: [438, 438],
  kcmp: [312, 272],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  fanotify_init: [300, 262],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  lookup_dcookie: [212, 18],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  create_module: [174, null],
  iopl: [172, null],
  ioperm: [173, null],
  modify_ldt: [154, null],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  acct: [163, 89],
  swapon: [167, 224],
  swapoff: [168, 225],
  reboot: [169, 142],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  syslog: [103, 116],
  vhangup: [153, 58],
  migrate_pages: [256, 238],
  move_pages: [279, 239],
  _sysctl: [156, null],
  uselib: [134, null],
  ustat: [136, null],
  sysfs: [139, null],
  nfsservctl: [180, 42],
  clone: [56, 220],
  clone3: [435, 435],
  socket: [41, 198],
  socketpair: [53, 199],
  ioctl: [16, 29],
  chmod: [90, null],
  fchmod: [91, 52],
  fchmodat: [268, 53],
  fchmodat2: [452, 452],
  mknod: [133, null],
  mknodat: [259, 33],
  creat: [85, null],
  open: [2, null],
  openat: [257, 56],
  openat2: [437, 437],
} as const satisfies Readonly<Record<string, readonly [x64: number, arm64: number | null]>>

export type CallName = keyof typeof callNumbers

export function callNumber(name: CallName, machine: Machine): number | null {
  return callNumbers[name][machine === 'x64' ? 0 : 1]
}
