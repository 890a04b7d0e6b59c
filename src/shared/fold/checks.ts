import type { CheckResult } from '../domain/session'

const testCommand =
  /^(?:\S*\/)?(?:npm (?:run )?test|npm t|yarn (?:run )?test|pnpm (?:run )?test|bun test|node (?:\S+ )*--test|vitest|jest|pytest|python3? -m (?:pytest|unittest)|cargo test|go test|make (?:test|check)|mvn test|gradle test|ctest|rspec|phpunit|dotnet test)\b/

/** So much of a command line is looked at: for a run without an end the engine keeps notes, and throws after some millions. */
const maxCommand = 10_000

/** Whether a command line runs a project's tests, judged by the names of common test runners. */
export function isTestCommand(command: string): boolean {
  return testCommand.test(command.trim().slice(0, maxCommand))
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: runners that are forced to colour their counts write them
const colours = /\x1b\[[0-9;:]*m/g

const patterns: readonly { readonly passed: RegExp; readonly failed: RegExp }[] = [
  // node's runner (spec and TAP reporters)
  { passed: /^(?:ℹ|#) pass (\d+)\s*$/m, failed: /^(?:ℹ|#) fail (\d+)\s*$/m },
  // vitest, jest, pytest, cargo
  { passed: /\b(\d+) passed\b/, failed: /\b(\d+) failed\b/ },
]

/** Reads how many tests passed and failed from a runner's output; null where it doesn't say. */
export function readCheckResult(command: string, output: string, failed: boolean): CheckResult {
  const text = output.replace(colours, '')
  for (const pattern of patterns) {
    const passedCount = count(pattern.passed, text)
    const failedCount = count(pattern.failed, text)
    if (passedCount !== null || failedCount !== null)
      return { command, failed, passedCount: passedCount ?? 0, failedCount: failedCount ?? 0 }
  }
  return { command, failed, passedCount: null, failedCount: null }
}

function count(pattern: RegExp, text: string): number | null {
  const found = pattern.exec(text)?.[1]
  return found === undefined ? null : Number(found)
}
