export { backendTitle, isOfAnotherSystem } from './backend-words'
export { copySandboxReport } from './copy-report'
export { OrderList } from './order-list'
export { orderWords } from './order-words'
