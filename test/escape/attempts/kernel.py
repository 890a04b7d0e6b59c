"""Parts of the kernel that a program rarely needs."""
import ctypes
import fcntl
import mmap
import os
import signal
import socket
import struct
import time

from tools import attempt, call, denied, libc, machine


# ── parts of the kernel


@attempt('kernel_surface')
def io_uring():
    return not denied(call('io_uring_setup', 1, ctypes.create_string_buffer(120)))


@attempt('kernel_surface')
def keyring():
    return not denied(call('keyctl', 0, -3, 0))


@attempt('kernel_surface')
def new_key():
    answer = call('add_key', ctypes.c_char_p(b'user'), ctypes.c_char_p(b'glovebox-test'), ctypes.c_char_p(b'x'), 1, -2)
    return not denied(answer)


@attempt('kernel_surface')
def bpf_map():
    return not denied(call('bpf', 0, ctypes.create_string_buffer(struct.pack('5I', 2, 4, 4, 1, 0) + bytes(100)), 72))


@attempt('kernel_surface')
def perf_event():
    return not denied(call('perf_event_open', 0, 0, -1, -1, 0))


@attempt('kernel_surface')
def user_faults():
    return not denied(call('userfaultfd', 1))


@attempt('kernel_surface')
def virtual_machine_sockets():
    socket.socket(40, socket.SOCK_STREAM).close()


@attempt('kernel_surface')
def cipher_sockets():
    socket.socket(38, socket.SOCK_SEQPACKET).close()


@attempt('kernel_surface')
def audit_messages():
    socket.socket(16, socket.SOCK_RAW, 9).close()


@attempt('kernel_surface')
def type_into_a_terminal():
    master, slave = os.openpty()
    # Without a terminal of its own the kernel would say no by itself; EIO and ENOTTY mean that it looked.
    try:
        fcntl.ioctl(slave, 0x5412, b'x')
        return True
    except OSError as error:
        return not denied(-error.errno)


@attempt('kernel_surface')
def file_by_its_handle():
    handle = ctypes.create_string_buffer(struct.pack('Ii', 128, 0) + bytes(128))
    return not denied(call('name_to_handle_at', -100, ctypes.c_char_p(b'/usr'), handle, ctypes.create_string_buffer(8), 0))


@attempt('kernel_surface')
def memory_of_its_own_parent():
    return not denied(call('process_vm_readv', os.getppid(), 0, 0, 0, 0, 0))


@attempt('kernel_surface')
def trace_its_own_child():
    pid = os.fork()
    if pid == 0:
        time.sleep(0.3)
        os._exit(0)
    answer = call('ptrace', 0x4206, pid, 0, 0)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    return answer >= 0


@attempt('kernel_surface')
def calls_of_the_32_bit_kind():
    if machine != 'x86_64':
        return None
    pid = os.fork()
    if pid == 0:
        # mov eax, 20 (getpid by 32-bit numbers); int 0x80; ret
        code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
        code.write(b'\xb8\x14\x00\x00\x00\xcd\x80\xc3')
        address = ctypes.addressof(ctypes.c_char.from_buffer(code))
        os._exit(0 if ctypes.CFUNCTYPE(ctypes.c_int)(address)() > 0 else 1)
    return os.waitpid(pid, 0)[1] == 0


@attempt('kernel_surface')
def load_a_module():
    return not denied(call('init_module', 0, 0, 0))


@attempt('kernel_surface')
def move_pages_of_memory():
    return not denied(call('move_pages', 0, 0, 0, 0, 0, 0))


@attempt('kernel_surface')
def table_of_segments():
    if machine != 'x86_64':
        return None
    return not denied(call('modify_ldt', 0, ctypes.create_string_buffer(16), 16))


@attempt('kernel_surface')
def compare_the_kernels_objects():
    return not denied(call('kcmp', os.getpid(), os.getpid(), 0, 0, 0))


@attempt('kernel_surface')
def log_of_the_kernel():
    answer = libc.klogctl(10, None, 0)
    return not denied(answer if answer >= 0 else -ctypes.get_errno())
