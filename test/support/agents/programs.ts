export type AgentName = 'claude' | 'codex'

/** The real program, where scripts/agents.mjs found it. */
export function agentProgram(name: AgentName): string {
  const variable = name === 'claude' ? 'GLOVEBOX_CLAUDE' : 'GLOVEBOX_CODEX'
  const path = process.env[variable]
  if (!path) {
    throw new Error(
      `${variable} does not name the program of ${name}: run these tests with npm run test:agents.`,
    )
  }
  return path
}
