export { passwordRecoveryRoutes } from './password-recovery.routes.ts'
export { createPasswordRecovery, type PasswordRecovery } from './password-recovery.service.ts'
export { passwordRecoveryRetention } from './retention.ts'
