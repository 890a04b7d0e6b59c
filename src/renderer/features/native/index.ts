export { NativeView } from './native-view'
