export { isOwnAppKey } from './app-key.ts'
export { assertCovers, assertCoversApp, findApp, lockApp } from './app-rules.ts'
export { stepsOf } from './call-logs.service.ts'
export { issuerOf } from './oidc-settings.service.ts'
