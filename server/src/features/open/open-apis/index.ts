export { isAllowedTarget } from './allowed-targets.ts'
export { fullDay } from './open-apis.repository.ts'
export { startOfDay } from './platform-day.repository.ts'
