export { type AgentFolders, type AgentInvocation, type AgentMode, agentInvocation } from './invocation'
export { type AgentName, agentProgram } from './programs'
export { type AgentOutcome, type AgentRun, runAgent, sampleFiles } from './run-agent'
export { type Told, toldBy } from './told'
