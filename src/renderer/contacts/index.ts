export { bytesWords, contactLines, contactReasonWords, placeOf } from './contact-words'
export { ContactsView } from './contacts-view'
export { NetworkPanel } from './network-panel'
