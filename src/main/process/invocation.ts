/** The exact process to start: nothing is joined into a shell string, and no variable is inherited that isn't listed. */
export type Invocation = {
  /** Absolute path of the executable. */
  readonly executable: string
  readonly args: readonly string[]
  /** The whole environment of the process. */
  readonly environment: Readonly<Record<string, string>>
  readonly folder: string
  /** Text for standard input before it is left open for acknowledgements; null: nothing is written. */
  readonly input: string | null
  /** Content that the process finds, each up to its end, on the descriptors 3, 4, … beside the usual three. */
  readonly inherits?: readonly Uint8Array[]
  /** What is started closes all descriptors beside these itself: none of ours has to be kept from it. */
  readonly closesRest?: boolean
  /**
   * What is started only holds the program, as a sandbox does: asked to end it would end the program at once. So INT
   * and TERM go to the groups of the processes it started, and only KILL to itself.
   */
  readonly holder?: boolean
  /** Files and folders that the program needs to read besides its executable: its package, its scripts. Absolute. */
  readonly reads?: readonly string[]
}

/** Whether two builds of one invocation are the same in every field (I6). */
export function sameInvocation(a: Invocation, b: Invocation): boolean {
  return canonical(a) === canonical(b)
}

function canonical(invocation: Invocation): string {
  const environment = Object.entries(invocation.environment).sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([
    invocation.executable,
    invocation.args,
    environment,
    invocation.folder,
    invocation.input,
    (invocation.inherits ?? []).map((bytes) => Buffer.from(bytes).toString('base64')),
    invocation.closesRest ?? false,
    invocation.holder ?? false,
    invocation.reads ?? [],
  ])
}
