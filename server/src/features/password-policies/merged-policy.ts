import type { PasswordPolicy } from '@atrium/contract/features/password-policies/password-policy.ts'

/** A company's own rules; null inherits. */
export type OwnRules = { [Rule in keyof PasswordPolicy]: PasswordPolicy[Rule] | null }

/** The longest password each kind knows: the specification's other reading (§5), and what NIST SP 800-63B asks for. */
export const longest = { spec: 30, nist: 64 } as const

/** Own rules over inherited ones, rule by rule. In: what is null or missing inherits. */
export const mergedPolicy = (inherited: PasswordPolicy, own: Partial<OwnRules> = {}): PasswordPolicy => {
  const decided = Object.entries(own).filter(([rule, value]) => rule in inherited && value !== null)
  return { ...inherited, ...Object.fromEntries(decided) }
}

/**
 * The same policy with its rules in agreement. A company's rules were sound when they were written, but what they
 * inherit may have changed since; nobody must be left without any password that would do. The shortest length wins.
 */
export const inAgreement = (policy: PasswordPolicy): PasswordPolicy => {
  const most = longest[policy.kind]
  const min = Math.min(policy.min, most)
  const max = Math.min(Math.max(policy.max, min), most)
  const { expireDays, remindDays } = policy
  return { ...policy, min, max, remindDays: expireDays === 0 ? remindDays : Math.min(remindDays, expireDays) }
}
