import type { PasswordPolicy } from './password-policy.ts'

/** What the product starts from: the specification's pattern, 8 to 20 characters (wire §0). */
export const defaultPolicy: PasswordPolicy = {
  kind: 'spec',
  min: 8,
  max: 20,
  history: 5,
  expireDays: 0,
  remindDays: 7,
}
