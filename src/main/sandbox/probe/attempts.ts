import type { SandboxAspect } from '../../../shared'
import type { Contact, Effects, Ground } from './ground'
import type { Answers, Image } from './image'
import {
  abstractAddress,
  deniedErrors,
  fileTimes,
  flags,
  inet6Address,
  inetAddress,
  pathAddress,
} from './kernel-values'

/** One thing that is tried, on the host and inside with the same calls. */
export type Attempt = {
  readonly aspect: SandboxAspect
  /** In a sentence after "it …": "wrote to a file beside the run". */
  readonly what: string
  /** Adds its calls, and says how to tell whether it worked. What the host saw counts before what the program says. */
  readonly make: (image: Image, ground: Ground) => (answers: Answers, effects: Effects) => boolean
}

const { here, readOnly, writeOnly, append, create, exclusive, nonBlocking } = flags

const said =
  (place: number, test: (answer: number) => boolean) =>
  (answers: Answers): boolean => {
    const answer = answers.of(place)
    return answer !== null && test(answer)
  }
const succeeded = (place: number) => said(place, (answer) => answer >= 0)
/** The kernel looked at the call at all, whatever it thought of its arguments. */
const reached = (place: number) => said(place, (answer) => !deniedErrors.has(-answer))

const never = (): boolean => false

/** Every attempt leaves the descriptors as it found them: the next one counts on 3 being free. */
function opened(image: Image, path: string, how: number, then: (image: Image) => number): number {
  const place = image.call('openat', here, image.bytes(path), how, 0o600)
  const inner = then(image)
  image.call('close', 3)
  return inner === -1 ? place : inner
}

const opens = (image: Image, path: string, how: number): number => opened(image, path, how, () => -1)

const reads =
  (path: (ground: Ground) => string, expected: (ground: Ground) => string): Attempt['make'] =>
  (image, ground) => {
    const room = image.room(2048)
    opened(image, path(ground), readOnly, (inner) => inner.call('read', 3, room, 2048))
    return (answers) => answers.text(room, 2048).includes(expected(ground))
  }

const contact = (name: Contact, make: (image: Image, ground: Ground) => void): Attempt['make'] => {
  return (image, ground) => {
    make(image, ground)
    return (_, { contacts }) => contacts.has(name)
  }
}

function connects(image: Image, family: number, address: Uint8Array): void {
  image.call('socket', family, flags.stream | nonBlocking, 0)
  image.call('connect', 3, image.bytes(address), address.length)
  const wait = image.bytes(Buffer.from([3, 0, 0, 0, 4, 0, 0, 0]))
  image.call('ppoll', wait, 1, image.bytes(flags.threeTenths), 0, 8)
  image.call('close', 3)
}

/** A call that either is answered by the kernel's own code or is closed; its descriptor, if any, is closed again. */
const kernelCall = (what: string, make: (image: Image) => number): Attempt => ({
  aspect: 'kernel_surface',
  what: `reached ${what}`,
  make: (image) => {
    const place = make(image)
    image.call('close', 3)
    return reached(place)
  },
})

const lookedAt = 60
const pollfdBytes = 8
/** What poll(2) says of a descriptor that is not open, and of an ended stream that nothing is left in. */
const [isClosed, isEnded] = [0x20, 0x10]

/**
 * Whether a descriptor beside the three streams leads to anything. An ended stream does not: that is what Glovebox puts
 * in the place of one that it was handed itself.
 */
export function findsOpen(image: Image): (answers: Answers) => boolean {
  const asked = Buffer.alloc(lookedAt * pollfdBytes)
  for (let index = 0; index < lookedAt; index += 1) {
    asked.writeInt32LE(index + 3, index * pollfdBytes)
    asked.writeInt16LE(5, index * pollfdBytes + 4)
  }
  const [room, noTime] = [image.bytes(asked), image.bytes(Buffer.alloc(16))]
  const place = image.call('ppoll', room, lookedAt, noTime, 0, 0)
  for (let index = 0; index < lookedAt; index += 1) image.call('close', index + 3)
  return (answers) => {
    if ((answers.of(place) ?? -1) < 0) return false
    const told = Buffer.from(answers.text(room, asked.length), 'latin1')
    return Array.from({ length: lookedAt }, (_, index) => told.readInt16LE(index * pollfdBytes + 6)).some(
      (events) => events !== isClosed && events !== isEnded,
    )
  }
}

/** All attempts, in the order in which they are made: what would end the program's ground comes last. */
export const attempts: readonly Attempt[] = [
  // First: it closes what it found, since the others count on 3 being free.
  { aspect: 'open_files', what: 'found something open beside its three streams', make: findsOpen },
  {
    aspect: 'write_outside',
    what: 'wrote to a file beside the run',
    make: (image, { targetFile }) => {
      const text = image.bytes('changed\n')
      opened(image, targetFile, writeOnly | append, (inner) => inner.call('write', 3, text, 8))
      return (_, { targetChanged }) => targetChanged
    },
  },
  {
    aspect: 'write_outside',
    what: 'made a file beside the run',
    make: (image, { newFile }) => {
      opens(image, newFile, writeOnly | create | exclusive)
      return (_, { newFileMade }) => newFileMade
    },
  },
  {
    aspect: 'write_outside',
    what: 'wrote through a link in the copy',
    make: (image, { mirrorFolder, targetFile }) => {
      const link = `${mirrorFolder}/link`
      image.call('symlinkat', image.bytes(targetFile), here, image.bytes(link))
      const text = image.bytes('changed\n')
      opened(image, link, writeOnly | append, (inner) => inner.call('write', 3, text, 8))
      return (_, { targetChanged }) => targetChanged
    },
  },
  {
    aspect: 'write_outside',
    what: 'linked a file beside the run into the copy',
    make: (image, { mirrorFolder, targetFile }) =>
      succeeded(
        image.call('linkat', here, image.bytes(targetFile), here, image.bytes(`${mirrorFolder}/hard`), 0),
      ),
  },
  {
    aspect: 'write_outside',
    what: 'changed the times of a device file',
    make: (image, { markedSeconds }) => {
      // To change them to a time of one's choice takes the right to change its permissions.
      image.call('utimensat', here, image.bytes('/dev/null'), image.bytes(fileTimes(markedSeconds)), 0)
      return (_, { deviceChanged }) => deviceChanged
    },
  },
  {
    aspect: 'read_secret',
    what: 'read a secret beside the run',
    make: reads(
      ({ secretFile }) => secretFile,
      ({ secret }) => secret,
    ),
  },
  {
    aspect: 'read_secret',
    what: 'read it through another process’s view of the disk',
    make: reads(
      ({ secretFile, victimPid }) => `/proc/${victimPid}/root${secretFile}`,
      ({ secret }) => secret,
    ),
  },
  {
    aspect: 'parent_environment',
    what: 'read the variables of another process',
    make: reads(
      ({ victimPid }) => `/proc/${victimPid}/environ`,
      ({ secret }) => secret,
    ),
  },
  {
    aspect: 'parent_environment',
    what: 'read Glovebox’s own variables',
    make: reads(
      () => `/proc/${process.pid}/environ`,
      () => 'PATH=',
    ),
  },
  ...(['path', 'abstract'] as const).map(
    (kind): Attempt => ({
      aspect: 'unix_sockets',
      what: kind === 'path' ? 'reached a socket by its path' : 'reached a socket by its name',
      make: contact(kind, (image, { pathSocket, abstractSocket }) =>
        connects(image, 1, kind === 'path' ? pathAddress(pathSocket) : abstractAddress(abstractSocket)),
      ),
    }),
  ),
  {
    aspect: 'docker_socket',
    what: 'reached the container engine’s socket',
    make: (image, { engineSockets }) => {
      const places = engineSockets.map((path) => {
        image.call('socket', 1, flags.stream | nonBlocking, 0)
        const address = pathAddress(path)
        const place = image.call('connect', 3, image.bytes(address), address.length)
        image.call('close', 3)
        return place
      })
      return (answers) => places.some((place) => (answers.of(place) ?? -1) >= 0)
    },
  },
  {
    aspect: 'network',
    what: 'saw a network interface beside its own loopback',
    make: (image) => {
      const room = image.room(4096)
      opened(image, '/proc/self/net/dev', readOnly, (inner) => inner.call('read', 3, room, 4096))
      return (answers) => /^\s*(?!lo:)[\w.@-]+:/m.test(answers.text(room, 4096))
    },
  },
  {
    aspect: 'network',
    what: 'reached an address of the network',
    make: contact('lan', (image, { lan }) => {
      if (lan !== null) connects(image, 2, inetAddress(lan.address, lan.port))
    }),
  },
  {
    aspect: 'network',
    what: 'sent a datagram',
    make: contact('udp', (image, { lan }) => {
      if (lan === null) return
      const address = inetAddress(lan.address, lan.udpPort)
      image.call('socket', 2, flags.datagram | nonBlocking, 0)
      image.call('sendto', 3, image.bytes('probe'), 5, 0, image.bytes(address), address.length)
      image.call('close', 3)
    }),
  },
  {
    aspect: 'loopback',
    what: 'reached a service on 127.0.0.1',
    make: contact('loopback', (image, { loopbackPort }) =>
      connects(image, 2, inetAddress('127.0.0.1', loopbackPort)),
    ),
  },
  {
    aspect: 'loopback',
    what: 'reached a service on ::1',
    make: contact('loopback6', (image, { loopback6Port }) => {
      if (loopback6Port !== null) connects(image, 10, inet6Address(loopback6Port))
    }),
  },
  {
    aspect: 'ipc',
    what: 'reached a shared memory segment',
    make: (image, { segmentKey }) => succeeded(image.call('shmget', segmentKey, 0, 0)),
  },
  {
    aspect: 'devices',
    what: 'opened a device',
    make: (image, { devices }) => {
      const places = devices.map((path) => opens(image, path, readOnly | nonBlocking))
      return (answers) => places.some((place) => (answers.of(place) ?? -1) >= 0)
    },
  },
  {
    aspect: 'devices',
    what: 'made a device in the copy',
    make: (image, { mirrorFolder }) => {
      // The null device of the kernel (1:3), which does no harm.
      const path = image.bytes(`${mirrorFolder}/device`)
      return succeeded(image.call('mknodat', here, path, flags.characterDevice | 0o600, 0x103))
    },
  },
  {
    aspect: 'proc_sys',
    what: 'opened a setting of the kernel for writing',
    make: (image, { kernelFiles }) => {
      const places = kernelFiles.map((path) => opens(image, path, writeOnly))
      return (answers) => places.some((place) => (answers.of(place) ?? -1) >= 0)
    },
  },
  {
    aspect: 'setuid',
    what: 'could gain rights by starting a program',
    make: (image) =>
      said(image.call('prctl', flags.getNoNewPrivileges, 0, 0, 0, 0), (answer) => answer === 0),
  },
  {
    aspect: 'setuid',
    what: 'made a file that gives its owner’s rights to others',
    make: (image, { mirrorFolder }) => {
      const path = `${mirrorFolder}/setuid`
      opens(image, path, writeOnly | create)
      return succeeded(image.call('fchmodat', here, image.bytes(path), 0o4755))
    },
  },
  kernelCall('io_uring', (image) => image.call('io_uring_setup', 1, image.room(120))),
  kernelCall('keyrings', (image) => image.call('keyctl', 0, -3, 0)),
  kernelCall('bpf', (image) => image.call('bpf', 5, 0, 0)),
  kernelCall('perf events', (image) => image.call('perf_event_open', 0, 0, -1, -1, 0)),
  kernelCall('userfaultfd', (image) => image.call('userfaultfd', 1)),
  kernelCall('ptrace', (image) => image.call('ptrace', 0x4206, 0x7fff_fff0, 0, 0)),
  kernelCall('memory of other processes', (image) =>
    image.call('process_vm_readv', 0x7fff_fff0, 0, 0, 0, 0, 0),
  ),
  kernelCall('sockets to virtual machines', (image) => image.call('socket', 40, flags.stream, 0)),
  kernelCall('sockets of the kernel’s ciphers', (image) => image.call('socket', 38, 5, 0)),
  kernelCall('terminal input', (image) => image.call('ioctl', 0, 0x5412, image.bytes('x'))),
  kernelCall('file handles', (image) =>
    image.call('name_to_handle_at', here, image.bytes('/'), image.room(160), image.room(8), 0),
  ),
  {
    aspect: 'other_processes',
    what: 'reached the program file of the process that holds it',
    make: (image) => {
      const places = [process.pid, 1].map((pid) => opens(image, `/proc/${pid}/exe`, readOnly))
      return (answers) => places.some((place) => (answers.of(place) ?? -1) >= 0)
    },
  },
  {
    aspect: 'other_processes',
    what: 'saw another process',
    make: reads(
      ({ victimPid }) => `/proc/${victimPid}/comm`,
      () => 'sleep',
    ),
  },
  {
    aspect: 'other_processes',
    what: 'ended another process',
    make: (image, { victimPid }) => {
      if (victimPid <= 1) return never
      image.call('kill', victimPid, 9)
      return (_, { victimEnded }) => victimEnded
    },
  },
  {
    aspect: 'nested_namespace',
    what: 'reached the newer call for namespaces',
    make: (image) => reached(image.call('clone3', 0, 0)),
  },
  {
    // Last: where it works, the program is somewhere else afterwards.
    aspect: 'nested_namespace',
    what: 'made a user namespace',
    make: (image) => succeeded(image.call('unshare', flags.newUserNamespace)),
  },
]
