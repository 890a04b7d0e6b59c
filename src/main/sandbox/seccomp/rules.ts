import type { CallName } from './system-calls'

/** Errors a denied call answers with (asm-generic/errno-base.h, errno.h). */
export const errorNumbers = { EPERM: 1, ENOSYS: 38, EAFNOSUPPORT: 97 } as const
export type ErrorName = keyof typeof errorNumbers

/** A test of one argument's low 32 bits, which is all the kernel takes of those tested here. */
export type ArgumentTest =
  | { readonly argument: number; readonly anyBit: number }
  | { readonly argument: number; readonly equals: number }
  | { readonly argument: number; readonly noneOf: readonly number[] }

/** Calls that are denied, always or where every test holds. */
export type Rule = {
  readonly calls: readonly CallName[]
  readonly error: ErrorName
  readonly when?: readonly ArgumentTest[]
}

/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET (linux/sched.h). */
const newNamespaces = 0x7e020000
/** CLONE_NEWTIME: in `clone` these bits mean the signal at the end of the child, so it counts for `unshare` alone. */
const newTimeNamespace = 0x80
const setuidOrSetgid = 0o6000
/** O_CREAT, and what O_TMPFILE is told by: both take a mode. */
const createFile = 0o100 | 0o20000000
const families = { unix: 1, inet: 2, inet6: 10, netlink: 16 } as const
const routeProtocol = 0
const terminalInput = 0x5412 // TIOCSTI
const consoleControl = 0x541c // TIOCLINUX

/**
 * What the filter closes beyond what a user namespace without capabilities closes already: ways to more of the kernel
 * (nested namespaces, io_uring, bpf, perf, userfaultfd, keys, rare socket families), into other processes of the box
 * (ptrace and kin), out of a terminal, and files that give their owner's rights to whoever runs them.
 *
 * ENOSYS is what makes callers take an older way: glibc goes from clone3 to clone, libuv from io_uring to threads.
 */
export const rules: readonly Rule[] = [
  {
    calls: ['clone3', 'io_uring_setup', 'io_uring_enter', 'io_uring_register', 'openat2', 'fchmodat2'],
    error: 'ENOSYS',
  },
  { calls: ['unshare'], error: 'EPERM', when: [{ argument: 0, anyBit: newNamespaces | newTimeNamespace }] },
  { calls: ['clone'], error: 'EPERM', when: [{ argument: 0, anyBit: newNamespaces }] },
  {
    calls: ['setns', 'mount', 'umount2', 'pivot_root', 'chroot', 'move_mount', 'open_tree', 'open_tree_attr'],
    error: 'EPERM',
  },
  { calls: ['fsopen', 'fsconfig', 'fsmount', 'fspick', 'mount_setattr'], error: 'EPERM' },
  { calls: ['ptrace', 'process_vm_readv', 'process_vm_writev', 'process_madvise'], error: 'EPERM' },
  { calls: ['pidfd_getfd', 'kcmp', 'add_key', 'request_key', 'keyctl'], error: 'EPERM' },
  { calls: ['bpf', 'perf_event_open', 'userfaultfd', 'fanotify_init', 'syslog'], error: 'EPERM' },
  { calls: ['name_to_handle_at', 'open_by_handle_at', 'lookup_dcookie'], error: 'EPERM' },
  {
    calls: ['kexec_load', 'kexec_file_load', 'init_module', 'finit_module', 'delete_module', 'create_module'],
    error: 'EPERM',
  },
  { calls: ['iopl', 'ioperm', 'modify_ldt', 'vhangup', 'migrate_pages', 'move_pages'], error: 'EPERM' },
  { calls: ['quotactl', 'quotactl_fd', 'acct', 'swapon', 'swapoff', 'reboot'], error: 'EPERM' },
  { calls: ['settimeofday', 'clock_settime', 'sethostname', 'setdomainname'], error: 'EPERM' },
  { calls: ['_sysctl', 'uselib', 'ustat', 'sysfs', 'nfsservctl'], error: 'ENOSYS' },
  {
    calls: ['socket', 'socketpair'],
    error: 'EAFNOSUPPORT',
    when: [{ argument: 0, noneOf: Object.values(families) }],
  },
  {
    // Listing interfaces needs the route family; the others are doors to parts of the kernel.
    calls: ['socket', 'socketpair'],
    error: 'EAFNOSUPPORT',
    when: [
      { argument: 0, equals: families.netlink },
      { argument: 2, noneOf: [routeProtocol] },
    ],
  },
  { calls: ['ioctl'], error: 'EPERM', when: [{ argument: 1, equals: terminalInput }] },
  { calls: ['ioctl'], error: 'EPERM', when: [{ argument: 1, equals: consoleControl }] },
  {
    calls: ['chmod', 'fchmod', 'mknod', 'creat'],
    error: 'EPERM',
    when: [{ argument: 1, anyBit: setuidOrSetgid }],
  },
  { calls: ['fchmodat', 'mknodat'], error: 'EPERM', when: [{ argument: 2, anyBit: setuidOrSetgid }] },
  {
    calls: ['open'],
    error: 'EPERM',
    when: [
      { argument: 1, anyBit: createFile },
      { argument: 2, anyBit: setuidOrSetgid },
    ],
  },
  {
    calls: ['openat'],
    error: 'EPERM',
    when: [
      { argument: 2, anyBit: createFile },
      { argument: 3, anyBit: setuidOrSetgid },
    ],
  },
]
