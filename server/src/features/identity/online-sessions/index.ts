export type { OnlineSessions } from './online-sessions.service.ts'
