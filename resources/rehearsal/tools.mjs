import { ToolError } from './mirror.mjs'

const maxShown = 32 * 1024

const powers = {
  read_tracked_files: 'read files',
  write_mirror: 'change files',
  create_files: 'create, rename or delete files',
  run_commands: 'run commands',
}

/** What each kind of step is called, needs and is about. A step has exactly one of these keys. */
const kinds = {
  read: { name: 'Read', needs: 'read_tracked_files', about: (step) => [step.read, { path: step.read }] },
  search: {
    name: 'Search',
    needs: 'read_tracked_files',
    about: (step) => [step.search, { text: step.search }],
  },
  edit: {
    name: 'Edit',
    needs: 'write_mirror',
    about: (step) => [step.edit, { path: step.edit, replacements: step.replacements }],
  },
  create: {
    name: 'Create',
    needs: 'create_files',
    about: (step) => [step.create, { path: step.create, text: step.text }],
  },
  delete: { name: 'Delete', needs: 'create_files', about: (step) => [step.delete, { path: step.delete }] },
  rename: {
    name: 'Rename',
    needs: 'create_files',
    about: (step) => [step.rename, { path: step.rename, to: step.to }],
  },
  run: {
    name: 'Run',
    needs: 'run_commands',
    about: (step) => [commandLine(step.run), { command: step.run }],
  },
  wait: { name: 'Wait', needs: null, about: (step) => [step.reason ?? null, { ms: step.wait }] },
}

export const stepKinds = Object.keys(kinds)

/** A tool call as it is announced. */
export function toolOf(step) {
  const kind = stepKinds.find((each) => each in step)
  const { name, needs, about } = kinds[kind]
  const [target, input] = about(step)
  return { kind, name: step.tool ?? name, needs, target, input }
}

/** Does it. What goes wrong is the tool's result, not an exception; so is a capability that this run does not hold. */
export async function runTool(tool, step, context) {
  if (tool.needs !== null && !context.capabilities.has(tool.needs))
    return failed(`Refused: this run may not ${powers[tool.needs]}.`)
  try {
    return await actions[tool.kind](step, context)
  } catch (error) {
    if (error instanceof ToolError) return failed(error.message)
    throw error
  }
}

const actions = {
  read: async (step, { mirror }) => done(cut(await mirror.readText(step.read))),
  search: async (step, { mirror }) => {
    // A step may bring its own search (the survey counts files); its result is a text.
    if (step.find !== undefined) return done(cut(await step.find()))
    const { matches, total } = await mirror.search(step.search)
    return done(total === 0 ? 'Nothing found.' : cut([...matches, `${total} found.`].join('\n')))
  },
  edit: async (step, { mirror }) => {
    await mirror.edit(step.edit, step.replacements)
    return done(`Changed ${step.edit}.`)
  },
  create: async (step, { mirror }) => {
    await mirror.create(step.create, step.text)
    return done(`Created ${step.create}.`)
  },
  delete: async (step, { mirror }) => {
    await mirror.remove(step.delete)
    return done(`Deleted ${step.delete}.`)
  },
  rename: async (step, { mirror }) => {
    await mirror.rename(step.rename, step.to)
    return done(`Renamed ${step.rename} to ${step.to}.`)
  },
  run: async (step, { commands, onOutput }) => {
    const exitCode = await commands.run(step.run, onOutput)
    return { failed: exitCode !== 0, exitCode, output: null }
  },
  wait: async (step, { pace }) => {
    await pace.pause(step.wait)
    return done(null)
  },
}

const done = (output) => ({ failed: false, exitCode: null, output })
const failed = (output) => ({ failed: true, exitCode: null, output })

function cut(text) {
  return text.length > maxShown ? `${text.slice(0, maxShown)}\n… the rest is left out` : text
}

/** How a person would type it. It is never run this way. */
function commandLine(command) {
  return command
    .map((part) => (/^[\w@%+=:,./-]+$/.test(part) ? part : `'${part.replaceAll("'", "'\\''")}'`))
    .join(' ')
}
