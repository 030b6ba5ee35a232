export type Policy = { min: number; max: number }
type Rule = { text: string; met: boolean }

/** The specification's password pattern (§5), one rule at a time, so that a person sees which one is missing. */
export const passwordRules = (password: string, { min, max }: Policy): Rule[] => [
  { text: `${min}-${max} 位`, met: password.length >= min && password.length <= max },
  { text: '以字母开头', met: /^[A-Za-z]/.test(password) },
  { text: '含大写字母', met: /[A-Z]/.test(password) },
  { text: '含小写字母', met: /[a-z]/.test(password) },
  { text: '含数字', met: /\d/.test(password) },
  { text: '含特殊字符', met: /[^A-Za-z0-9\s]/.test(password) },
  { text: '没有空格', met: password !== '' && !/\s/.test(password) },
]

export type Strength = { level: 0 | 1 | 2 | 3; text: string }

/** How hard a password is to guess, roughly: variety first, then length. */
export const strengthOf = (password: string, policy: Policy): Strength => {
  if (password === '') return { level: 0, text: '' }
  if (passwordRules(password, policy).some(({ met }) => !met)) return { level: 1, text: '弱' }
  return password.length >= 12 && new Set(password).size >= 9 ? { level: 3, text: '强' } : { level: 2, text: '中' }
}
