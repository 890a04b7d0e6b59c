export { openConsent, runAgain, takeEndAction } from './again'
export { LevelPanel } from './level-panel'
export { RunView } from './run-view'
export { useElapsed } from './use-elapsed'
