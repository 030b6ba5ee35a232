import { passwordPoliciesContract } from '@atrium/contract/features/identity/password-policies/password-policies.contract.ts'
import type { BasePorts } from '../../../kernel/feature.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { createPasswords } from './passwords.service.ts'

/** Password policies of companies. Offers `passwords`, which checks and stores passwords by them. */
export const createPasswordPoliciesFeature = (ports: Pick<BasePorts, 'database' | 'platformCompany'>) => {
  const passwords = createPasswords(ports)
  return {
    passwords,
    routes: implement(passwordPoliciesContract, {
      get: (scope) => passwords.policies.get(scope),
      update: (scope, body) => passwords.policies.update(scope, body),
    }),
  }
}
