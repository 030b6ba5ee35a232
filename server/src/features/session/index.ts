export { endSentence } from './end-reasons.ts'
export { logOut } from './log-out.ts'
export type { SessionService } from './session.service.ts'
