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
  ])
}
