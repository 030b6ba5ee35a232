export { endMessage } from './end-reasons.ts'
export { logOut } from './log-out.ts'
export { createOwnGrants } from './own-grants.ts'
export type { SessionService } from './session.service.ts'
