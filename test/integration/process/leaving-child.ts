import { runCommand } from '../../../src/main/process'

/** Stands for main: has a command running when it leaves in a hurry, as soon as something comes on its input. */
void runCommand(
  {
    executable: '/bin/sh',
    args: ['-c', 'sleep 60 & sleep 60'],
    environment: { PATH: process.env['PATH'] ?? '', GLOVEBOX_RUN: process.argv[2] ?? '' },
    folder: '/',
    input: null,
  },
  { timeoutMs: 60_000, maxOutputBytes: 1000 },
)
process.stdin.once('data', () => process.exit(0))
