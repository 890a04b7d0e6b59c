# Inside a container without a network, on an engine that sees no socket of ours: listens where the sockets would be and
# carries what comes over this process's input and output. See frames.ts for what is said, and by whom.
#
#   python3 -I -S bridge.py WINDOW CONNECTIONS CONTENT SOCKET [SOCKET ...]
#
# WINDOW bytes of a connection, each way, may be under way; CONNECTIONS at once; CONTENT bytes in a frame at most. Ends
# with its input. Exit codes: 0 the input ended, 125 it can't do its work, and says why.
# Needs Python 3.6 and nothing beyond its own modules.
import os
import selectors
import signal
import socket
import struct
import sys

MOST_WAITING = 256 * 1024  # bytes for the output; while there are more, nothing is read from connections
HEADER = struct.Struct(">cII")


def fail(text):
    os.write(2, ("glovebox-bridge: %s\n" % text).encode("utf-8", "backslashreplace"))
    os._exit(125)


class End:
    def __init__(self, number, handle, room):
        self.number = number
        self.handle = handle
        self.room = room  # bytes we may send
        self.kept = bytearray()  # for the handle
        self.taken = 0  # of what came, since it was last told
        self.last = False  # no more come for the handle
        self.said = False  # and it knows
        self.heard = False  # it has said its last itself
        self.mute = False  # nothing of it is told any more
        self.watched = 0


class Bridge:
    def __init__(self, window, most_open, largest):
        self.window = window
        self.most_open = most_open
        self.largest = largest
        self.selector = selectors.DefaultSelector()
        self.listeners = []
        self.listening = False
        self.ends = {}
        self.last_number = 0
        self.input = bytearray()
        self.output = bytearray()
        self.writing = False

    def tell(self, kind, number, content=b""):
        self.output += HEADER.pack(kind, number, len(content)) + content

    def has_room(self):
        return len(self.output) < MOST_WAITING

    def watch(self, end):
        wanted = 0
        if not end.heard and end.room > 0 and self.has_room():
            wanted |= selectors.EVENT_READ
        if end.kept:
            wanted |= selectors.EVENT_WRITE
        if wanted == end.watched:
            return
        if not wanted:
            self.selector.unregister(end.handle)
        elif not end.watched:
            self.selector.register(end.handle, wanted, end)
        else:
            self.selector.modify(end.handle, wanted, end)
        end.watched = wanted

    def drop(self, end):
        if end.watched:
            self.selector.unregister(end.handle)
            end.watched = 0
        del self.ends[end.number]
        end.handle.close()

    def break_off(self, end):
        if not end.mute:
            self.tell(b"X", end.number)
        self.drop(end)

    def take_one(self, listener, at):
        try:
            handle = listener.accept()[0]
        except OSError:
            return
        handle.setblocking(False)
        end = End(self.last_number, handle, self.window)
        self.last_number += 1
        self.ends[end.number] = end
        self.tell(b"O", end.number, bytes([at]))

    def say(self, end):
        """Gives a connection what is kept for it, and the end of it once all is said."""
        try:
            if end.kept:
                written = end.handle.send(end.kept)
                del end.kept[:written]
                end.taken += written
                if end.taken >= self.window / 2 and not end.mute:
                    self.tell(b"T", end.number, struct.pack(">I", end.taken))
                    end.taken = 0
            if end.kept or not end.last or end.said:
                return
            end.said = True
            end.handle.shutdown(socket.SHUT_WR)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            self.break_off(end)
            return
        if end.heard:
            self.drop(end)

    def hear(self, end):
        try:
            piece = end.handle.recv(min(end.room, self.largest))
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            self.break_off(end)
            return
        if piece:
            end.room -= len(piece)
            self.tell(b"D", end.number, piece)
            return
        end.heard = True
        self.tell(b"E", end.number)
        if end.said:
            self.drop(end)

    def obey(self, kind, end, content):
        if kind == b"D":
            end.kept += content
            self.say(end)
        elif kind == b"T":
            end.room += struct.unpack(">I", content)[0]
        elif kind == b"E":
            end.last = True
            self.say(end)
        elif kind == b"X":
            # One that had said its last before is heard to the end.
            if not end.last or not end.kept:
                self.drop(end)
            else:
                end.heard = end.mute = True

    def read_frames(self):
        try:
            piece = os.read(0, 65536)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            piece = b""
        if not piece:
            os._exit(0)
        self.input += piece
        at = 0
        while len(self.input) >= at + HEADER.size:
            kind, number, length = HEADER.unpack_from(self.input, at)
            if length > self.largest:
                fail("a frame of %d bytes" % length)
            start = at + HEADER.size
            if len(self.input) < start + length:
                break
            at = start + length
            if number in self.ends:
                self.obey(kind, self.ends[number], bytes(self.input[start:at]))
        del self.input[:at]

    def write_frames(self):
        try:
            del self.output[: os.write(1, self.output)]
        except (BlockingIOError, InterruptedError):
            pass
        except OSError:
            os._exit(0)

    def watch_all(self):
        if bool(self.output) != self.writing:
            self.writing = not self.writing
            if self.writing:
                self.selector.register(1, selectors.EVENT_WRITE, "output")
            else:
                self.selector.unregister(1)
        listening = self.has_room() and len(self.ends) < self.most_open
        if listening != self.listening:
            self.listening = listening
            for at, listener in enumerate(self.listeners):
                if listening:
                    self.selector.register(listener, selectors.EVENT_READ, at)
                else:
                    self.selector.unregister(listener)
        for end in self.ends.values():
            self.watch(end)

    def carry(self):
        self.selector.register(0, selectors.EVENT_READ, "input")
        self.tell(b"R", 0, b"\x01")
        while True:
            self.watch_all()
            for key, events in self.selector.select():
                if key.data == "input":
                    self.read_frames()
                elif key.data == "output":
                    self.write_frames()
                elif isinstance(key.data, int):
                    self.take_one(key.fileobj, key.data)
                else:
                    end = key.data
                    if events & selectors.EVENT_WRITE and end.number in self.ends:
                        self.say(end)
                    if events & selectors.EVENT_READ and end.number in self.ends:
                        self.hear(end)


def start(arguments):
    bridge = Bridge(*[int(each) for each in arguments[:3]])
    if not arguments[3:]:
        fail("name a socket")
    # The engine signals all that runs when a program is to end; this one ends with its input.
    for name in ("SIGPIPE", "SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM"):
        signal.signal(getattr(signal, name), signal.SIG_IGN)
    os.umask(0)
    for path in arguments[3:]:
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            if os.path.lexists(path):
                os.unlink(path)
            listener.bind(path)
            # Whatever account the programs have.
            os.chmod(path, 0o666)
            listener.listen(128)
        except OSError as error:
            fail("%s can't be listened on: %s" % (path, error))
        listener.setblocking(False)
        bridge.listeners.append(listener)
    for handle in (0, 1):
        os.set_blocking(handle, False)
    bridge.carry()


start(sys.argv[1:])
