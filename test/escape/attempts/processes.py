"""Other processes, their sockets, shared memory."""
import ctypes
import os
import signal
import struct

from tools import attempt, call, facts, holds, read


# ── other processes


@attempt('other_processes')
def signal_another():
    os.kill(facts['victim'], 0)


@attempt('other_processes')
def end_another():
    os.kill(facts['victims'][0], signal.SIGKILL)


@attempt('other_processes')
def end_another_by_descriptor():
    fd = call('pidfd_open', facts['victims'][1], 0)
    return fd >= 0 and call('pidfd_send_signal', fd, 9, 0, 0) >= 0


@attempt('other_processes')
def trace_another():
    seize = 0x4206
    answer = call('ptrace', seize, facts['victim'], 0, 0)
    if answer >= 0:
        call('ptrace', 17, facts['victim'], 0, 0)
    return answer >= 0


@attempt('other_processes')
def lower_its_limits():
    limit = ctypes.create_string_buffer(struct.pack('qq', 100, 100))
    return call('prlimit64', facts['victim'], 7, limit, 0) >= 0


@attempt('other_processes')
def see_another():
    return any(
        facts['argument'].encode() in read('/proc/%s/cmdline' % pid)
        for pid in filter(str.isdigit, os.listdir('/proc'))
        if os.path.exists('/proc/%s/cmdline' % pid)
    )


@attempt('other_processes')
def open_the_program_that_holds_it():
    for pid in {facts['app'], 1}:
        try:
            os.close(os.open('/proc/%d/exe' % pid, os.O_RDONLY))
            return True
        except OSError:
            pass
    return False


# ── shared memory


@attempt('ipc')
def shared_segment():
    return call('shmget', facts['segment'], 0, 0) >= 0


@attempt('ipc')
def list_of_segments():
    return str(facts['segment']) in read('/proc/sysvipc/shm').decode()


@attempt('ipc')
def shared_memory_file():
    return holds('/dev/shm/' + facts['shared'])


@attempt('ipc')
def semaphores():
    return call('semget', facts['segment'], 0, 0) >= 0
