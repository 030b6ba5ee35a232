import * as z from 'zod/mini'

/**
 * `spec`: the specification's character pattern; `nist`: length only (NIST SP 800-63B). Both reject blocklisted
 * passwords.
 */
export const policyKinds = ['spec', 'nist'] as const

/** Effective rules of a company. Lengths in characters, times in days; 0 days means never. */
export const passwordPolicy = z.object({
  kind: z.enum(policyKinds),
  min: z.int(),
  max: z.int(),
  /** Number of former passwords that may not be reused. */
  history: z.int(),
  expireDays: z.int(),
  /** Days before expiry at which reminders start. */
  remindDays: z.int(),
})
export type PasswordPolicy = z.output<typeof passwordPolicy>
