# Inside a box without a network: carries loopback ports to unix sockets, and becomes the program that needs them.
#
#   python3 -I -S relay.py PORT=SOCKET [PORT=SOCKET ...] -- PROGRAM [ARGUMENT ...]
#
# The ports listen before the program starts. The program takes this process over, so that signals reach it and its
# exit code is the one that is seen; the carrying is done by a child in a session of its own, which ends with the
# program. Exit codes of our own: 125 a port or an argument is unusable, 126 the program does not start, 127 there is none.
# Needs Python 3.6 and nothing beyond its own modules.
import os
import re
import selectors
import signal
import socket
import sys

MOST_KEPT = 256 * 1024  # bytes that the other side has not taken, from which on no more are read; and of one read
MOST_OPEN = 256  # connections at once


def fail(code, text):
    os.write(2, ("glovebox-relay: %s\n" % text).encode("utf-8", "backslashreplace"))
    os._exit(code)


class End:
    def __init__(self, handle):
        self.handle = handle
        self.other = None
        self.kept = bytearray()  # for this end
        self.last = False  # no more come for this end
        self.said = False  # and it knows
        self.heard = False  # it has said its last itself


class Relay:
    def __init__(self):
        self.selector = selectors.DefaultSelector()
        self.listeners = []
        self.open = 0

    def watch(self, end):
        wanted = 0
        if not end.heard and len(end.other.kept) < MOST_KEPT:
            wanted |= selectors.EVENT_READ
        if end.kept:
            wanted |= selectors.EVENT_WRITE
        known = self.selector.get_map().get(end.handle)
        if known is None:
            if wanted:
                self.selector.register(end.handle, wanted, end)
        elif not wanted:
            self.selector.unregister(end.handle)
        elif known.events != wanted:
            self.selector.modify(end.handle, wanted, end)

    def drop(self, end):
        for each in (end, end.other):
            if each.handle in self.selector.get_map():
                self.selector.unregister(each.handle)
            each.handle.close()
            each.handle = None
        self.open -= 1

    def listen(self, wanted):
        for listener, path in self.listeners:
            if wanted and listener not in self.selector.get_map():
                self.selector.register(listener, selectors.EVENT_READ, path)
            elif not wanted and listener in self.selector.get_map():
                self.selector.unregister(listener)

    def join(self, listener, path):
        try:
            client = listener.accept()[0]
        except OSError:
            return
        server = None
        try:
            server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
            # The usual one holds three pieces; the system takes what it allows of this.
            server.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, MOST_KEPT)
            # A socket's name has room for 107 bytes, and the path of its folder may be longer.
            folder, name = os.path.split(path)
            os.chdir(folder)
            server.connect(name)
        except OSError:
            client.close()
            if server is not None:
                server.close()
            return
        ends = (End(client), End(server))
        self.open += 1
        for end, other in (ends, ends[::-1]):
            end.handle.setblocking(False)
            end.other = other
        for end in ends:
            self.watch(end)

    def say(self, end):
        """Gives an end what is kept for it, and the end of it once all is said."""
        if end.kept:
            del end.kept[: end.handle.send(end.kept)]
        if not end.kept and end.last and not end.said:
            end.said = True
            end.handle.shutdown(socket.SHUT_WR)

    def hear(self, end):
        """Reads what an end has to say and keeps it for the other one."""
        piece = end.handle.recv(MOST_KEPT)
        if piece:
            end.other.kept += piece
        else:
            end.heard = end.other.last = True
        self.try_to(self.say, end.other)

    def try_to(self, act, end):
        try:
            act(end)
        except (BlockingIOError, InterruptedError):
            pass

    def turn(self, end, events):
        try:
            if events & selectors.EVENT_WRITE:
                self.try_to(self.say, end)
            if events & selectors.EVENT_READ:
                self.try_to(self.hear, end)
        except OSError:
            self.drop(end)
            return
        if end.said and end.other.said:
            self.drop(end)
        else:
            self.watch(end)
            self.watch(end.other)

    def carry(self, program):
        try:
            # A handle that can be read once the program is gone.
            self.selector.register(os.pidfd_open(program), selectors.EVENT_READ, None)
        except (AttributeError, OSError):
            pass
        while os.getppid() == program:
            self.listen(self.open < MOST_OPEN)
            # Where there is no such handle, it is looked for the program once a second.
            for key, events in self.selector.select(1):
                if key.data is None:
                    return
                if isinstance(key.data, str):
                    self.join(key.fileobj, key.data)
                elif key.data.handle is not None:
                    self.turn(key.data, events)


def start(arguments):
    relay = Relay()
    while arguments and arguments[0] != "--":
        match = re.match(r"^(\d{1,5})=(/.+)$", arguments.pop(0), re.S)
        if match is None:
            fail(125, "write PORT=/path/of/socket")
        listener = socket.socket()
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(("127.0.0.1", int(match.group(1))))
            listener.listen(128)
        except (OSError, OverflowError) as error:
            fail(125, "port %s can't be listened on: %s" % (match.group(1), error))
        listener.setblocking(False)
        relay.listeners.append((listener, match.group(2)))
    command = arguments[1:]
    if not command:
        fail(125, "name a program after --")
    program = os.getpid()
    if os.fork() != 0:
        # Python ignores these for itself; a program expects them as they are.
        for name in ("SIGPIPE", "SIGXFSZ"):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
        try:
            os.execvp(command[0], command)
        except OSError as error:
            fail(127 if error.errno == 2 else 126, "%s does not start: %s" % (command[0], error.strerror))
    # From here on: the child. It keeps no handle of the program's, whose output would else never end.
    nothing = os.open("/dev/null", os.O_RDWR)
    for handle in (0, 1, 2):
        os.dup2(nothing, handle)
    os.setsid()
    os.chdir("/")
    for name in ("SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM"):
        signal.signal(getattr(signal, name), signal.SIG_IGN)
    relay.carry(program)
    os._exit(0)


start(sys.argv[1:])
