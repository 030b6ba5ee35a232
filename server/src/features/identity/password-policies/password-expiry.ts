import type { PasswordPolicy } from '@atrium/contract/kernel/password-policy.ts'

const dayMs = 86_400_000

/** Expiry of a password set at `passwordTime`: whole days left, and whether to remind. */
export const passwordExpiry = ({ expireDays, remindDays }: PasswordPolicy, passwordTime: string) => {
  if (expireDays === 0) return { expired: false, expiresInDays: null, remind: false }
  const expiresInDays = Math.ceil(expireDays - (Date.now() - Date.parse(passwordTime)) / dayMs)
  const expired = expiresInDays <= 0
  return { expired, expiresInDays: Math.max(expiresInDays, 0), remind: !expired && expiresInDays <= remindDays }
}
