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


@attempt('other_processes')
def read_its_memory():
    with open('/proc/%d/maps' % facts['victim']) as maps:
        line = next(line for line in maps if '[stack]' in line)
    start, end = (int(part, 16) for part in line.split()[0].split('-'))
    with open('/proc/%d/mem' % facts['victim'], 'rb', 0) as memory:
        memory.seek(start)
        return len(memory.read(min(end - start, 4096))) > 0


@attempt('other_processes')
def list_its_descriptors():
    return '9' in os.listdir('/proc/%d/fd' % facts['victim'])


@attempt('other_processes')
def slow_it_down():
    os.setpriority(os.PRIO_PROCESS, facts['victim'], 5)


@attempt('other_processes')
def tie_it_to_a_processor():
    os.sched_setaffinity(facts['victim'], {0})


@attempt('other_processes')
def have_it_killed_first():
    with open('/proc/%d/oom_score_adj' % facts['victim'], 'w') as file:
        file.write('900')


@attempt('other_processes')
def signal_its_group():
    os.killpg(facts['victim'], 0)


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
def messages():
    return call('msgget', facts['segment'], 0) >= 0


@attempt('ipc')
def messages_by_name():
    return call('mq_open', ctypes.c_char_p(facts['shared'].encode()), 0, 0, 0) >= 0


@attempt('ipc')
def semaphores():
    return call('semget', facts['segment'], 0, 0) >= 0
