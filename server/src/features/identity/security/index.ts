export { asksForMore, removeSecondSteps } from './remove-second-steps.ts'
export type { Security } from './security.service.ts'
export { totpSwitchedOn } from './totp-set-up.service.ts'
