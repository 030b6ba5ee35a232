import type { PasswordPolicy } from '@atrium/contract/kernel/password-policy.ts'

/** A company's own rules; null inherits. */
export type OwnRules = { [Rule in keyof PasswordPolicy]: PasswordPolicy[Rule] | null }

/** Maximum password length by kind: the specification's upper bound, and the length NIST SP 800-63B asks for. */
export const maxLengthByKind = { spec: 30, nist: 64 } as const

/** Own rules over inherited ones, rule by rule. Null and missing rules inherit. */
export const mergedPolicy = (inherited: PasswordPolicy, own: Partial<OwnRules> = {}): PasswordPolicy => {
  const decided = Object.entries(own).filter(([rule, value]) => rule in inherited && value !== null)
  return { ...inherited, ...Object.fromEntries(decided) }
}

/**
 * Resolves contradictions between rules. Own rules were valid when saved, but inherited ones may have changed since;
 * some password must always be acceptable. The minimum length wins.
 */
export const consistentPolicy = (policy: PasswordPolicy): PasswordPolicy => {
  const maxLength = maxLengthByKind[policy.kind]
  const min = Math.min(policy.min, maxLength)
  const max = Math.min(Math.max(policy.max, min), maxLength)
  const { expireDays, remindDays } = policy
  return { ...policy, min, max, remindDays: expireDays === 0 ? remindDays : Math.min(remindDays, expireDays) }
}
