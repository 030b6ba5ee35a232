export type { SystemSettings } from './system-settings.service.ts'
