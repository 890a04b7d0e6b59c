export { type CodexDeps, codexName, createCodexRuntime } from './codex'
