/** What a new password is judged by. Lengths in characters; `nist` asks for length alone. */
export type PasswordShape = { kind: 'spec' | 'nist'; min: number; max: number }
type Rule = { text: string; met: boolean }

/**
 * What a new password must satisfy, one rule at a time, so that a person sees which one is missing. `spec` is the
 * specification's pattern (§5): begins with a letter; upper case, lower case, digit and special character each at
 * least once; no white space. `nist` asks for length alone.
 */
export const passwordRules = (password: string, { kind, min, max }: PasswordShape): Rule[] => {
  const length = { text: `${min}-${max} 位`, met: password.length >= min && password.length <= max }
  if (kind === 'nist') return [length]
  return [
    length,
    { text: '以字母开头', met: /^[A-Za-z]/.test(password) },
    { text: '含大写字母', met: /[A-Z]/.test(password) },
    { text: '含小写字母', met: /[a-z]/.test(password) },
    { text: '含数字', met: /\d/.test(password) },
    { text: '含特殊字符', met: /[^A-Za-z0-9\s]/.test(password) },
    { text: '没有空格', met: password !== '' && !/\s/.test(password) },
  ]
}

/** The rules in one sentence. */
export const passwordRule = ({ kind, min, max }: PasswordShape): string =>
  kind === 'nist'
    ? `${min}-${max} 位`
    : `${min}-${max} 位，以字母开头，须含大写字母、小写字母、数字和特殊字符，不能有空格`

/** Why this cannot be a password under this policy; undefined when it can. Well-known passwords are the server's to refuse. */
export const problemWithPassword = (password: string, policy: PasswordShape): string | undefined =>
  passwordRules(password, policy).every(({ met }) => met) ? undefined : `密码不符合规则：${passwordRule(policy)}`

export type Strength = { level: 0 | 1 | 2 | 3; text: string }

/** How hard a password is to guess, roughly: variety first, then length. */
export const strengthOf = (password: string, policy: PasswordShape): Strength => {
  if (password === '') return { level: 0, text: '' }
  if (problemWithPassword(password, policy)) return { level: 1, text: '弱' }
  return password.length >= 12 && new Set(password).size >= 9 ? { level: 3, text: '强' } : { level: 2, text: '中' }
}
