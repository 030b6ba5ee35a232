export { type Installation, readInstallation, type ShownSchedule } from './read-installation.ts'
