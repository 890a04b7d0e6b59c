"""What every attempt is made with: the facts of the ground, system calls by number, the list of attempts."""

import ctypes
import errno
import json
import os
import sys

facts = json.load(open(sys.argv[1]))
place = sys.argv[2]
machine = os.uname().machine
libc = ctypes.CDLL(None, use_errno=True)
attempts = []

NUMBERS = {  # x86_64, aarch64
    'clone': (56, 220), 'clone3': (435, 435), 'unshare': (272, 97), 'setns': (308, 268), 'mount': (165, 40),
    'umount2': (166, 39), 'pivot_root': (155, 41), 'chroot': (161, 51), 'fsopen': (430, 430), 'ptrace': (101, 117),
    'process_vm_readv': (310, 270), 'pidfd_open': (434, 434), 'pidfd_send_signal': (424, 424), 'kcmp': (312, 272),
    'io_uring_setup': (425, 425), 'keyctl': (250, 219), 'add_key': (248, 217), 'bpf': (321, 280),
    'perf_event_open': (298, 241), 'userfaultfd': (323, 282), 'name_to_handle_at': (303, 264),
    'open_by_handle_at': (304, 265), 'shmget': (29, 194), 'semget': (64, 190), 'mq_open': (240, 180),
    'prlimit64': (302, 261), 'fanotify_init': (300, 262), 'openat2': (437, 437), 'sethostname': (170, 161),
    'pidfd_getfd': (438, 438), 'renameat2': (316, 276), 'fchmodat2': (452, 452), 'msgget': (68, 186),
    'settimeofday': (164, 170), 'init_module': (175, 105), 'modify_ldt': (154, 400), 'inotify_init1': (294, 26),
    'inotify_add_watch': (254, 27), 'move_pages': (279, 239), 'open_tree': (428, 428),
}


def call(name, *args):
    """A system call by its number; its answer, or the negative error."""
    number = NUMBERS[name][0 if machine == 'x86_64' else 1]
    given = [a if isinstance(a, (ctypes.Array, ctypes.c_char_p, ctypes.c_void_p)) else ctypes.c_long(a) for a in args]
    answer = libc.syscall(ctypes.c_long(number), *given)
    return -ctypes.get_errno() if answer == -1 else answer


def attempt(aspect, host=True):
    def keep(function):
        attempts.append((aspect, function.__name__, function, host))
        return function

    return keep


def denied(answer):
    """Refused before it was looked at: EPERM, EACCES, ENOSYS, EAFNOSUPPORT."""
    return -answer in (errno.EPERM, errno.EACCES, errno.ENOSYS, errno.EAFNOSUPPORT)


def read(path, size=1 << 20):
    with open(path, 'rb') as file:
        return file.read(size)


def holds(path):
    return facts['canary'].encode() in read(path)


def outside(name):
    return os.path.join(facts['outside'], name)
