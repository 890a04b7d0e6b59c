"""Files outside, secrets, variables, descriptors."""
import ctypes
import os

from tools import attempt, call, facts, holds, outside, place, read


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
def write_by_a_descriptor_opened_for_reading():
    fd = os.open(os.path.join(facts['control'], 'policy'), os.O_RDONLY)
    with open('/proc/self/fd/%d' % fd, 'a') as file:
        file.write('changed')


@attempt('write_outside')
def cut_a_file():
    os.truncate(outside('cut'), 0)


@attempt('write_outside')
def exchange_two_files():
    open('exchanged', 'x').close()
    names = [ctypes.c_char_p(path.encode()) for path in (outside('exchanged'), os.path.abspath('exchanged'))]
    return call('renameat2', -100, names[0], -100, names[1], 2) >= 0


@attempt('write_outside')
def change_its_times():
    os.utime(outside('times'), (facts['markedSeconds'], facts['markedSeconds']))


@attempt('write_outside')
def mark_a_file():
    os.setxattr(outside('mode'), 'user.glovebox', b'x')


@attempt('write_outside', host=False)
def put_a_link_in_the_place_of_the_copy():
    here = os.getcwd()
    os.rename(here, here + '-gone')
    os.symlink(facts['outside'], here)


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
def take_a_descriptor_of_another_process():
    fd = call('pidfd_open', facts['victim'], 0)
    taken = call('pidfd_getfd', fd, 9, 0)
    return taken >= 0 and facts['canary'].encode() in os.pread(taken, 4096, 0)


@attempt('read_secret')
def list_a_folder():
    return 'id_ed25519' in os.listdir(outside('.ssh'))


@attempt('read_secret')
def see_that_a_file_is_there():
    return os.stat(outside('.netrc')).st_size > 0


@attempt('read_secret')
def watch_a_folder():
    fd = call('inotify_init1', 0)
    return call('inotify_add_watch', fd, ctypes.c_char_p(facts['outside'].encode()), 0x100) >= 0


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
