import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { agentEnvironment } from './lib/agent-programs.mjs'
import { command } from './lib/command.mjs'
import { readJson, root } from './lib/paths.mjs'
import { say } from './lib/say.mjs'

const folder = join(root, 'test/fixtures/streams')
const runsFile = (agent) => join(folder, agent, 'runs.json')
const json = (value) => `${JSON.stringify(value, null, 2)}\n`

/**
 * Records the output of the real Claude Code and Codex anew, into test/fixtures/streams: needed when a pinned version
 * (lib/agent-programs.mjs) or a scenario (test/support/record-streams) changes. Arguments: all of one agent (`codex`)
 * or single scenarios (`claude/plain`).
 */
await command(import.meta.url, async (args) => {
  Object.assign(process.env, await agentEnvironment())
  const { runnerImport } = await import('vite')
  const { module } = await runnerImport(join(root, 'test/support/record-streams/record.ts'), {
    root,
    configFile: false,
    logLevel: 'error',
  })
  for (const [agent, scenarios] of Object.entries(module.recordings)) {
    const names = Object.keys(scenarios)
    mkdirSync(join(folder, agent), { recursive: true })
    for (const name of names) {
      const wanted = args.length === 0 || args.includes(agent) || args.includes(`${agent}/${name}`)
      if (wanted) await recordOne(module.record, agent, name)
    }
    tellRuns(agent, names)
  }
  writeFileSync(join(folder, 'README.md'), readme(Object.keys(module.recordings)))
})

async function recordOne(record, agent, name) {
  const { stdout, ...run } = await record(agent, name)
  writeFileSync(join(folder, agent, `${name}.jsonl`), stdout)
  writeFileSync(runsFile(agent), json({ ...runsOf(agent), [name]: run }))
  say(`${agent}/${name}: exit ${run.signal ?? run.exitCode}, ${stdout.split('\n').length - 1} lines`)
}

function runsOf(agent) {
  try {
    return readJson(runsFile(agent))
  } catch {
    return {}
  }
}

/** In the order of the scenarios, without those that are gone. */
function tellRuns(agent, names) {
  const runs = runsOf(agent)
  const ordered = names.filter((name) => name in runs).map((name) => [name, runs[name]])
  writeFileSync(runsFile(agent), json(Object.fromEntries(ordered)))
}

function readme(agents) {
  const tables = agents.map((agent) => {
    const rows = Object.entries(runsOf(agent)).map(
      ([name, { about, mode, exitCode, signal, modelRequests }]) =>
        `| \`${name}\` | ${about} | ${mode} | ${signal ?? exitCode} | ${modelRequests} |`,
    )
    return `## ${agent}\n\n| file | what happens | mode | exit | model requests |\n| --- | --- | --- | --- | --- |\n${rows.join('\n')}\n`
  })
  return `# Recorded streams

What the real Claude Code and Codex print, byte for byte, but for neutral paths (\`/workspace\`, \`/home/user\`,
\`/tmp/agent\`) and the model server's address. Made by \`npm exec -- node scripts/record-streams.mjs\`, this page too; the
scenarios are in \`test/support/record-streams\`. \`runs.json\` tells beside each: exit code or signal, standard error, how
many model requests there were, and the tokens that the model server reported. The mode is what the agent may do (\`text\`,
\`read\`, \`write\`, \`run\`).

## What is easily taken wrongly

- Claude Code drops what a pipe has not taken yet when it ends: of an answer of 5 MB under 1 MB arrives, cut in the
  middle of a line, with status 0. It arrives whole into a file, or when the program is kept alive:
  \`--input-format stream-json\`, and its input closed only after the \`result\` line.
- Claude Code, interrupted before the first block is complete (\`interrupted-early\`): status 0 and no \`result\` line.
- Claude Code after a broken stream (\`stream-reset\` and others): \`result.usage\` is all zero, though tokens were used;
  \`modelUsage\` has them.
- Codex tells tokens in \`turn.completed\` only: a turn that fails tells none, whatever the server reported.
- Codex answers a refusal with \`turn.completed\` and no message at all (\`refusal\`), as it does an empty answer.
- Codex says "Selected model is at capacity" for a 503 with the code \`server_is_overloaded\` (\`at-capacity\`).

${tables.join('\n')}`
}
