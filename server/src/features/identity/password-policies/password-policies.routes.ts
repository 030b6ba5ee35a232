import { passwordPoliciesContract } from '@atrium/contract/features/identity/password-policies/password-policies.contract.ts'
import { implement } from '../../../kernel/http/implement.ts'
import type { Passwords } from './passwords.service.ts'

export const passwordPoliciesRoutes = (passwords: Passwords) =>
  implement(passwordPoliciesContract, {
    get: (scope) => passwords.policies.get(scope),
    update: (scope, { body }) => passwords.policies.update(scope, body),
  })
