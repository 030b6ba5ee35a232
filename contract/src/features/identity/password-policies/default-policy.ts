import type { PasswordPolicy } from '../../../kernel/password-policy.ts'

/** Product default: the specification's pattern, 8 to 20 characters. */
export const defaultPolicy: PasswordPolicy = {
  kind: 'spec',
  min: 8,
  max: 20,
  history: 5,
  expireDays: 0,
  remindDays: 7,
}
