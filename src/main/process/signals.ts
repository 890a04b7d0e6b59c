/** Sends a signal to one process; whether there was one to send it to. */
export function signalProcess(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

/**
 * Sends a signal to a whole process group; whether it had a member. On Windows, which has no groups, the signal goes
 * to the process alone (and ends it, whatever the signal).
 */
export function signalGroup(pid: number, signal: NodeJS.Signals): boolean {
  return signalProcess(process.platform === 'win32' ? pid : -pid, signal)
}
