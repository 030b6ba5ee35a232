export { endMessage } from './end-reasons.ts'
export { logOut } from './log-out.ts'
export type { OwnGrants } from './own-grants.ts'
export type { SessionService } from './session.service.ts'
