export { logOut } from './log-out.ts'
export type { SessionService } from './session.service.ts'
