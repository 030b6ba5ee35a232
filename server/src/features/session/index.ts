export type { SessionService } from './session.service.ts'
