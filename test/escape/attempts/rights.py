"""Devices, settings of the kernel, rights, namespaces and mounts."""
import ctypes
import os
import signal
import struct
import subprocess

from tools import attempt, call, facts, place, read


# ── devices and settings of the kernel


def opens_any(paths, flags):
    for path in paths:
        try:
            os.close(os.open(path, flags | os.O_NONBLOCK))
            return True
        except OSError:
            pass
    return False


@attempt('devices')
def open_disks_and_memory():
    return opens_any(['/dev/mem', '/dev/kmsg', '/dev/vda', '/dev/sda', '/dev/nvme0n1', '/dev/fuse', '/dev/kvm', '/dev/net/tun'], os.O_RDONLY)


@attempt('devices')
def make_a_character_device():
    os.mknod('memory', 0o600 | 0o020000, os.makedev(1, 1))
    os.close(os.open('memory', os.O_RDONLY))


@attempt('devices')
def make_a_block_device():
    os.mknod('disk', 0o600 | 0o060000, os.makedev(254, 0))


@attempt('proc_sys')
def core_pattern():
    return opens_any(['/proc/sys/kernel/core_pattern', '/proc/sys/kernel/modprobe'], os.O_WRONLY)


@attempt('proc_sys')
def keys_of_the_console():
    return opens_any(['/proc/sysrq-trigger'], os.O_WRONLY)


@attempt('proc_sys')
def interrupts_and_memory():
    return opens_any(['/proc/irq/default_smp_affinity', '/proc/sys/vm/drop_caches', '/proc/acpi/wakeup', '/proc/mtrr'], os.O_WRONLY)


@attempt('proc_sys')
def settings_below_sys():
    return opens_any(['/sys/kernel/uevent_helper', '/sys/kernel/mm/transparent_hugepage/enabled'], os.O_WRONLY)


@attempt('proc_sys')
def program_for_empty_groups():
    return opens_any(['/sys/fs/cgroup/%srelease_agent' % name for name in ('', 'memory/', 'cpu/', 'pids/', 'systemd/')], os.O_WRONLY)


@attempt('proc_sys')
def clock_of_the_machine():
    # Without a time to set it changes nothing.
    return call('settimeofday', 0, 0) >= 0


@attempt('proc_sys')
def name_of_the_machine():
    name = os.uname().nodename.encode()
    return call('sethostname', ctypes.create_string_buffer(name), len(name)) >= 0


# ── rights


@attempt('setuid')
def start_a_program_with_other_rights():
    if facts['helper'] is None or os.geteuid() == 0:
        return None
    return subprocess.run([facts['helper'], '-u'], capture_output=True, text=True).stdout.strip() == '0'


@attempt('setuid')
def leave_a_program_with_other_rights():
    with open('gives-rights', 'w') as file:
        file.write('#!/bin/sh\n')
    os.chmod('gives-rights', 0o4755)


@attempt('setuid')
def leave_one_by_creating_it():
    os.umask(0)
    os.close(os.open('gives-rights-too', os.O_CREAT | os.O_WRONLY, 0o6755))
    return os.stat('gives-rights-too').st_mode & 0o6000 != 0


@attempt('setuid')
def leave_one_of_a_group():
    os.chmod('gives-rights', 0o2755)
    return os.stat('gives-rights').st_mode & 0o6000 != 0


@attempt('setuid')
def leave_one_by_the_newest_call():
    open('gives-rights-newest', 'x').close()
    return call('fchmodat2', -100, ctypes.c_char_p(b'gives-rights-newest'), 0o4755, 0) >= 0


@attempt('setuid')
def leave_one_that_had_no_name():
    os.umask(0)
    file = os.open('.', os.O_TMPFILE | os.O_RDWR, 0o6755)
    os.link('/proc/self/fd/%d' % file, 'gives-rights-late', follow_symlinks=True)
    os.close(file)
    return os.stat('gives-rights-late').st_mode & 0o6000 != 0


@attempt('setuid')
def give_a_file_capabilities():
    open('can-do-more', 'x').close()
    os.setxattr('can-do-more', 'security.capability', struct.pack('<5I', 0x02000001, 1 << 21, 0, 0, 0))


@attempt('setuid')
def gain_by_a_file_without_limits():
    return 'NoNewPrivs:\t0' in read('/proc/self/status').decode()


# ── namespaces and mounts

NEW_USER, NEW_NS, NEW_NET = 0x10000000, 0x20000, 0x40000000


@attempt('nested_namespace')
def unshare_the_user():
    return call('unshare', NEW_USER) >= 0


@attempt('nested_namespace')
def clone_with_a_user():
    pid = call('clone', NEW_USER | signal.SIGCHLD, 0, 0, 0, 0)
    if pid == 0:
        os._exit(0)
    if pid > 0:
        os.waitpid(pid, 0)
    return pid > 0


@attempt('nested_namespace')
def clone3_with_a_user():
    arguments = ctypes.create_string_buffer(struct.pack('11Q', NEW_USER, 0, 0, 0, signal.SIGCHLD, 0, 0, 0, 0, 0, 0))
    pid = call('clone3', arguments, 88)
    if pid == 0:
        os._exit(0)
    if pid > 0:
        os.waitpid(pid, 0)
    return pid > 0


@attempt('nested_namespace')
def unshare_by_its_command():
    return subprocess.run(['unshare', '--user', '--map-root-user', 'true'], capture_output=True).returncode == 0


@attempt('nested_namespace')
def unshare_mounts():
    return call('unshare', NEW_NS) >= 0


@attempt('nested_namespace')
def unshare_the_network():
    return call('unshare', NEW_NET) >= 0


@attempt('nested_namespace')
def unshare_processes():
    return call('unshare', 0x20000000) >= 0


@attempt('nested_namespace')
def unshare_the_clock():
    return call('unshare', 0x80) >= 0


@attempt('nested_namespace')
def mount_in_the_newer_way():
    return call('fsopen', ctypes.c_char_p(b'tmpfs'), 0) >= 0


@attempt('nested_namespace')
def copy_a_mount():
    return call('open_tree', -100, ctypes.c_char_p(b'/'), 1) >= 0


@attempt('nested_namespace')
def enter_another():
    fd = os.open('/proc/%d/ns/net' % facts['victim'] if place == 'host' else '/proc/self/ns/net', os.O_RDONLY)
    return call('setns', fd, 0) >= 0


@attempt('nested_namespace')
def mount_something():
    os.makedirs('mounted', exist_ok=True)
    answer = call('mount', ctypes.c_char_p(b'none'), ctypes.c_char_p(b'mounted'), ctypes.c_char_p(b'tmpfs'), 0, 0)
    if answer >= 0:
        call('umount2', ctypes.c_char_p(b'mounted'), 2)
    return answer >= 0


@attempt('nested_namespace', host=False)
def make_the_root_writable():
    return call('mount', 0, ctypes.c_char_p(b'/'), 0, 0x1020, 0) >= 0


@attempt('nested_namespace', host=False)
def uncover_what_is_mounted_over():
    return any(call('umount2', ctypes.c_char_p(path), 2) >= 0 for path in (b'/proc', b'/proc/1', b'/tmp', b'/dev', b'/usr'))


@attempt('nested_namespace', host=False)
def change_the_root():
    os.makedirs('/tmp/root', exist_ok=True)
    return call('pivot_root', ctypes.c_char_p(b'/tmp'), ctypes.c_char_p(b'/tmp/root')) >= 0


@attempt('nested_namespace')
def chroot():
    return call('chroot', ctypes.c_char_p(b'.')) >= 0
