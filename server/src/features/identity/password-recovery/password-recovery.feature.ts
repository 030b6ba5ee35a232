import { passwordRecoveryContract } from '@atrium/contract/features/identity/password-recovery/password-recovery.contract.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { createPasswordRecovery } from './password-recovery.service.ts'

/** Recovery of forgotten passwords. */
export const createPasswordRecoveryFeature = (ports: Parameters<typeof createPasswordRecovery>[0]) => {
  const recovery = createPasswordRecovery(ports)
  return {
    recovery,
    routes: implement(passwordRecoveryContract, recovery),
    retention: ['delete from recovery_tickets where expires_at < now()'],
  }
}
