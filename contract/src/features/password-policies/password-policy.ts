import * as z from 'zod/mini'

/** `spec` is the specification's pattern (§5); `nist` asks for length alone (NIST SP 800-63B). Both refuse well-known passwords. */
export const policyKinds = ['spec', 'nist'] as const

/** What holds for one company, everything decided. Lengths in characters, times in days; 0 days: never. */
export const passwordPolicy = z.object({
  kind: z.enum(policyKinds),
  min: z.int(),
  max: z.int(),
  /** So many former passwords may not return. */
  history: z.int(),
  expireDays: z.int(),
  /** So many days before it expires the person is reminded. */
  remindDays: z.int(),
})
export type PasswordPolicy = z.output<typeof passwordPolicy>
