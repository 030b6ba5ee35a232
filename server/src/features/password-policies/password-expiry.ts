import type { PasswordPolicy } from '@atrium/contract/features/password-policies/password-policy.ts'

const dayMs = 86_400_000

/** Where a password stands that was set at that moment: when it expires, in whole days, and whether to say so already. */
export const passwordStanding = ({ expireDays, remindDays }: PasswordPolicy, passwordTime: string) => {
  if (expireDays === 0) return { expired: false, expiresInDays: null, remind: false }
  const expiresInDays = Math.ceil(expireDays - (Date.now() - Date.parse(passwordTime)) / dayMs)
  const expired = expiresInDays <= 0
  return { expired, expiresInDays: Math.max(expiresInDays, 0), remind: !expired && expiresInDays <= remindDays }
}
