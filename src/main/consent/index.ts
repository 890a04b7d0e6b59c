export { type Consents, createConsents } from './consents'
export { matchConsent } from './match'
