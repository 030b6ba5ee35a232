export { isOwnAppKey } from './app-key.ts'
