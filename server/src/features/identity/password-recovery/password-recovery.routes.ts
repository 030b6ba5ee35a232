import { passwordRecoveryContract } from '@atrium/contract/features/identity/password-recovery/password-recovery.contract.ts'
import { implement } from '../../../kernel/http/implement.ts'
import type { PasswordRecovery } from './password-recovery.service.ts'

export const passwordRecoveryRoutes = (recovery: PasswordRecovery) =>
  implement(passwordRecoveryContract, {
    send: (scope, { body }) => recovery.send(scope, body),
    confirm: (scope, { body }) => recovery.confirm(scope, body),
  })
