import type { Feature } from '../../../kernel/feature.ts'
import { passwordPoliciesContract } from './password-policies.contract.ts'
import { passwordPoliciesErrors } from './password-policies.errors.ts'

export const passwordPoliciesFeature = {
  sort: 100,
  contracts: { passwordPolicies: passwordPoliciesContract },
  errors: { passwordPolicies: passwordPoliciesErrors },
  menus: [
    {
      code: 'sys.passwordPolicy',
      parent: 'security',
      sort: 20,
      name: '密码策略',
      icon: 'key-round',
      path: 'sys/identity/password-policy',
      component: 'sys/password-policy',
      needs: 'sysPasswordPolicy:view',
    },
  ],
} as const satisfies Feature

export const passwordPoliciesWords = {
  sysPasswordPolicy: '密码策略',
  'passwordPolicy.updated': '修改密码策略',
} as const
