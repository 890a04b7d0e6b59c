"""
Attempts to get out of a sandbox, made the same way on the host and inside: `python3 attempts.py FACTS.json host|inside|plain`.
What could harm a machine that nothing stands before is made inside alone, and there only after a look at the root: it
must not be the host's. Prints one JSON line: {name: true | false | null}; true: it worked by its own account, null: not for this place.
What is meant to be seen on the host itself (files, contacts, processes) is judged there, not here.
"""
import ctypes, errno, fcntl, json, mmap, os, signal, socket, struct, subprocess, sys, time

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


# ── writing outside


@attempt('write_outside')
def append_by_absolute_path():
    with open(outside('append'), 'a') as file:
        file.write('changed')


@attempt('write_outside')
def append_by_dots():
    with open('../' * 40 + outside('dots').lstrip('/'), 'a') as file:
        file.write('changed')


@attempt('write_outside')
def create_a_file():
    open(outside('created'), 'x').close()


@attempt('write_outside')
def remove_a_file():
    os.unlink(outside('removed'))


@attempt('write_outside')
def rename_a_file():
    os.rename(outside('renamed'), outside('renamed-away'))


@attempt('write_outside')
def move_a_file_in():
    os.rename(outside('moved'), 'moved-in')


@attempt('write_outside')
def write_through_a_link():
    os.symlink(outside('linked'), 'link')
    with open('link', 'a') as file:
        file.write('changed')


@attempt('write_outside')
def create_through_a_linked_folder():
    os.symlink(facts['outside'], 'linked-folder')
    open('linked-folder/created-by-link', 'x').close()


@attempt('write_outside')
def write_through_a_hard_link():
    os.link(outside('hard'), 'hard')
    with open('hard', 'a') as file:
        file.write('changed')


@attempt('write_outside')
def change_its_mode():
    os.chmod(outside('mode'), 0o777)


@attempt('write_outside')
def write_through_the_root_of_another_process():
    with open('/proc/%d/root%s' % (facts['victim'], outside('root')), 'a') as file:
        file.write('changed')


@attempt('write_outside')
def write_through_the_folder_of_another_process():
    with open('/proc/%d/cwd/cwd' % facts['victim'], 'a') as file:
        file.write('changed')


@attempt('write_outside')
def write_into_the_control_folder():
    with open(os.path.join(facts['control'], 'policy'), 'a') as file:
        file.write('changed')


@attempt('write_outside')
def replace_the_control_folder():
    os.rename(facts['control'], facts['control'] + '-gone')


@attempt('write_outside')
def write_into_another_session():
    with open(os.path.join(facts['other'], 'work'), 'a') as file:
        file.write('changed')


@attempt('write_outside')
def change_the_system():
    open('/usr/glovebox-was-here', 'x').close()
    os.unlink('/usr/glovebox-was-here')


@attempt('write_outside')
def change_the_times_of_a_device():
    before = os.stat('/dev/zero')
    os.utime('/dev/zero', (facts['markedSeconds'], facts['markedSeconds']))
    if place == 'host':
        os.utime('/dev/zero', (before.st_atime, before.st_mtime))


# ── reading other files


@attempt('read_secret')
def read_a_key():
    return holds(outside('.ssh/id_ed25519'))


@attempt('read_secret')
def read_a_netrc():
    return holds(outside('.netrc'))


@attempt('read_secret')
def read_through_a_link():
    os.symlink(outside('.netrc'), 'netrc')
    return holds('netrc')


@attempt('read_secret')
def read_by_the_root_of_every_process():
    for pid in filter(str.isdigit, os.listdir('/proc')):
        try:
            if holds('/proc/%s/root%s' % (pid, outside('.netrc'))):
                return True
        except OSError:
            pass
    return False


@attempt('read_secret')
def read_what_others_hold_open():
    for pid in filter(str.isdigit, os.listdir('/proc')):
        try:
            for fd in os.listdir('/proc/%s/fd' % pid):
                path = '/proc/%s/fd/%s' % (pid, fd)
                if os.path.isfile(path) and os.readlink(path) == outside('.netrc'):
                    return holds(path)
        except OSError:
            pass
    return False


@attempt('read_secret')
def read_another_session():
    return holds(os.path.join(facts['other'], 'work'))


@attempt('read_secret')
def find_it_anywhere():
    looked = 0
    for root in ('/home', '/root', '/tmp', '/var', '/run', '/mnt', '/media', '/srv', '/opt', facts['runs']):
        for folder, folders, files in os.walk(root):
            looked += 1
            if 'glovebox-canary-file' in files:
                return True
            if looked > 20000:
                return False
            folders[:] = [name for name in folders if name not in ('node_modules', '.git', '.cache')]
    return False


@attempt('read_secret')
def read_the_accounts_of_the_machine():
    return any(line in read('/etc/passwd').decode() for line in facts['accounts'])


@attempt('read_secret')
def read_the_passwords_of_the_machine():
    return len(read('/etc/shadow')) > 0


@attempt('read_secret')
def read_the_id_of_the_machine():
    return read('/etc/machine-id').strip() != b''


# ── variables, arguments, descriptors


@attempt('parent_environment')
def variables_of_every_process():
    for pid in filter(str.isdigit, os.listdir('/proc')):
        try:
            if holds('/proc/%s/environ' % pid):
                return True
        except OSError:
            pass
    return False


@attempt('parent_environment')
def arguments_of_every_process():
    for pid in filter(str.isdigit, os.listdir('/proc')):
        if int(pid) == os.getpid():
            continue
        try:
            if facts['argument'].encode() in read('/proc/%s/cmdline' % pid):
                return True
        except OSError:
            pass
    return False


@attempt('parent_environment')
def variables_of_what_holds_it():
    for pid in {facts['app'], 1, os.getppid()}:
        try:
            if facts['appVariable'].encode() in read('/proc/%d/environ' % pid):
                return True
        except OSError:
            pass
    return False


@attempt('open_files')
def read_an_inherited_file():
    for fd in range(3, 64):
        try:
            if facts['canary'].encode() in os.pread(fd, 4096, 0):
                return True
        except OSError:
            try:
                if facts['canary'].encode() in os.read(fd, 4096):
                    return True
            except OSError:
                pass
    return False


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


# ── sockets of other programs


def connect(family, address, kind=socket.SOCK_STREAM):
    with socket.socket(family, kind) as one:
        one.settimeout(1)
        one.connect(address)
        if kind == socket.SOCK_DGRAM:
            one.send(b'x')


@attempt('unix_sockets')
def socket_by_its_path():
    connect(socket.AF_UNIX, facts['pathSocket'])


@attempt('unix_sockets')
def socket_by_its_name():
    connect(socket.AF_UNIX, '\0' + facts['abstractSocket'])


@attempt('unix_sockets')
def socket_by_a_link():
    os.symlink(facts['pathSocket'], 'socket')
    connect(socket.AF_UNIX, 'socket')


@attempt('unix_sockets')
def socket_by_the_root_of_another_process():
    connect(socket.AF_UNIX, '/proc/%d/root%s' % (facts['victim'], facts['pathSocket']))


@attempt('docker_socket')
def engine_by_its_socket():
    for path in ('/run/docker.sock', '/var/run/docker.sock', '/run/podman/podman.sock'):
        try:
            connect(socket.AF_UNIX, path)
            return True
        except OSError:
            pass
    return False


# ── network


@attempt('network')
def reach_an_address():
    connect(socket.AF_INET, (facts['lan'], facts['lanPort']))


@attempt('network')
def send_a_datagram():
    connect(socket.AF_INET, (facts['lan'], facts['udpPort']), socket.SOCK_DGRAM)


@attempt('network')
def reach_it_as_an_ipv6_address():
    connect(socket.AF_INET6, ('::ffff:' + facts['lan'], facts['lanPort']))


@attempt('network')
def see_its_interfaces():
    return [name for _, name in socket.if_nameindex() if name != 'lo'] != []


@attempt('network', host=False)
def reach_the_metadata_service():
    connect(socket.AF_INET, ('169.254.169.254', 80))


@attempt('network')
def raw_packets():
    socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0).close()


@attempt('network')
def raw_echo():
    socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP).close()


@attempt('loopback')
def reach_a_service_of_the_machine():
    connect(socket.AF_INET, ('127.0.0.1', facts['loopbackPort']))


@attempt('loopback')
def reach_it_by_no_address():
    connect(socket.AF_INET, ('0.0.0.0', facts['loopbackPort']))


@attempt('loopback')
def reach_it_from_the_other_end_of_the_range():
    connect(socket.AF_INET, ('127.255.255.254', facts['loopbackPort']))


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
def compare_the_kernels_objects():
    return not denied(call('kcmp', os.getpid(), os.getpid(), 0, 0, 0))


@attempt('kernel_surface')
def log_of_the_kernel():
    return not denied(libc.klogctl(10, None, 0) if libc.klogctl(10, None, 0) >= 0 else -ctypes.get_errno())


def keep_mounts_apart():
    """Where nothing holds the program (the host, a plain process), what it mounts and unmounts must not reach the machine."""
    if call('unshare', NEW_NS) >= 0:
        call('mount', 0, ctypes.c_char_p(b'/'), 0, 0x44000, 0)


def main():
    keep_mounts_apart()
    results = {}
    for aspect, name, function, on_host in attempts:
        if not on_host and (place != 'inside' or os.stat('/').st_dev == facts['rootDevice']):
            results[name] = {'aspect': aspect, 'worked': None}
            continue
        read_end, write_end = os.pipe()
        pid = os.fork()
        if pid == 0:
            try:
                answer = function()
                text = 'null' if answer is None and name in NOT_HERE else json.dumps(True if answer is None else bool(answer))
            except BaseException as error:
                text = 'false'
                print(name, repr(error), file=sys.stderr)
            os.write(write_end, text.encode())
            os._exit(0)
        os.close(write_end)
        deadline = time.time() + 20
        while time.time() < deadline and os.waitpid(pid, os.WNOHANG)[0] == 0:
            time.sleep(0.005)
        text = os.read(read_end, 16).decode() if deadline > time.time() else ''
        os.close(read_end)
        results[name] = {'aspect': aspect, 'worked': json.loads(text) if text else False}
    print(json.dumps(results))


#: Attempts that say None when they don't apply; any other that says nothing has come to its end, so it worked.
NOT_HERE = {'start_a_program_with_other_rights', 'calls_of_the_32_bit_kind'}

main()
