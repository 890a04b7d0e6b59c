export { type AspectGroupName, aspectGroups, groupOf, groupTitles } from './aspect-groups'
export { LevelBadge, LevelMark } from './level-badge'
export { LevelList } from './level-list'
export { LevelPanel, LevelTitle } from './level-panel'
export {
  backendName,
  holdsWrites,
  isLimitHeld,
  isNotStarted,
  isSameLevel,
  isSandboxed,
  levelDifference,
  levelSentence,
  levelShort,
  levelTone,
  outcomeWords,
  unforcedWords,
} from './level-words'
export { noLevelWords } from './no-level-words'
export { OutcomeMark } from './outcome-mark'
export { stripLevel, stripLevels } from './strip-level'
