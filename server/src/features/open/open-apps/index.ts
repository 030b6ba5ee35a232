export { isOwnAppKey } from './app-key.ts'
export { assertCovers, findApp, lockApp } from './app-rules.ts'
export { issuerOf } from './oidc-settings.service.ts'
