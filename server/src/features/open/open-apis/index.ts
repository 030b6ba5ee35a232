export { callStatsRepository } from './call-stats.repository.ts'
export { slotOf } from './durations.ts'
export { fullDay } from './open-apis.repository.ts'
export { startOfDay } from './platform-day.repository.ts'
