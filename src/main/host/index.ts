export { ask, type Question, warn } from './ask'
export { type ConsentView, createConsentView } from './consent-view'
export { openExternal } from './external-link'
export { lockDown } from './lockdown'
export { backgrounds, createMainWindow } from './main-window'
export { installMenu } from './menu'
export { safeModePage, safeModeStyle } from './safe-mode'
export {
  appOrigin,
  consentOrigin,
  pageResponse,
  registerSchemes,
  type ServedPages,
  servePages,
} from './scheme'
