export type { CountedStatement } from './installation.repository.ts'
export { type Installation, readInstallation, type ShownSchedule } from './read-installation.ts'
export { type ModulesState, readModules } from './read-modules.ts'
