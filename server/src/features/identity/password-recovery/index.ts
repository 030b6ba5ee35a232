export type { PasswordRecovery } from './password-recovery.service.ts'
