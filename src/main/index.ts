import { startAgentMode } from './boot/agent-mode'
import { start } from './boot/start'

// The app's own binary can play the built-in Rehearsal agent, so that it works on a machine without Node.js.
const agentSwitch = process.argv.indexOf('--glovebox-rehearsal')
if (agentSwitch === -1) start()
else await startAgentMode(process.argv.slice(agentSwitch + 1))
