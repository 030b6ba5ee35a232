import { t } from './texts.ts'
/** Password composition rules of a policy. Lengths in characters; `nist` checks only the length. */
export type PasswordShape = { kind: 'spec' | 'nist'; min: number; max: number }
type Rule = { text: string; met: boolean }

/**
 * Checks a password rule by rule. `spec`: begins with a letter; contains upper case, lower case, a digit and a special
 * character; no white space. `nist`: length only.
 */
export const passwordRules = (password: string, { kind, min, max }: PasswordShape): Rule[] => {
  const length = { text: t('{min}-{max} 位', { min, max }), met: password.length >= min && password.length <= max }
  if (kind === 'nist') return [length]
  return [
    length,
    { text: t('以字母开头'), met: /^[A-Za-z]/.test(password) },
    { text: t('含大写字母'), met: /[A-Z]/.test(password) },
    { text: t('含小写字母'), met: /[a-z]/.test(password) },
    { text: t('含数字'), met: /\d/.test(password) },
    { text: t('含特殊字符'), met: /[^A-Za-z0-9\s]/.test(password) },
    { text: t('没有空格'), met: password !== '' && !/\s/.test(password) },
  ]
}

/** The rules as one sentence. */
export const passwordRuleText = ({ kind, min, max }: PasswordShape): string =>
  kind === 'nist'
    ? t('{min}-{max} 位', { min, max })
    : t('{min}-{max} 位，以字母开头，须含大写字母、小写字母、数字和特殊字符，不能有空格', { min, max })

/** Returns the message for a password that breaks the policy, else undefined. Only the server checks the blocklist. */
export const validatePassword = (password: string, policy: PasswordShape): string | undefined =>
  passwordRules(password, policy).every(({ met }) => met)
    ? undefined
    : t('密码不符合规则：{policy}', { policy: passwordRuleText(policy) })

export type Strength = { level: 0 | 1 | 2 | 3; text: string }

/** Estimates password strength by variety and length. */
export const passwordStrength = (password: string, policy: PasswordShape): Strength => {
  if (password === '') return { level: 0, text: '' }
  if (validatePassword(password, policy)) return { level: 1, text: t('弱') }
  return password.length >= 12 && new Set(password).size >= 9
    ? { level: 3, text: t('强') }
    : { level: 2, text: t('中') }
}
