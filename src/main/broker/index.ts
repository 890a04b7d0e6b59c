export { type Broker, createBroker } from './broker'
export type { BrokerDeps } from './deps'
export type { Candidate } from './selection'
export { checkOutputSchema } from './structured-output'
