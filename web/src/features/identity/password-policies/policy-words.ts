import type { PasswordPolicy } from '@atrium/contract/kernel/password-policy.ts'
import { passwordRuleText } from '@atrium/contract/kernel/password-rules.ts'
import { t } from '../../../ui/texts.ts'

export type Rule = keyof PasswordPolicy
export type OwnRules = { [R in Rule]: PasswordPolicy[R] | null }

const kindNames: Record<PasswordPolicy['kind'], string> = { spec: t('字符组合'), nist: 'NIST' }
export const kindOptions = [
  { value: 'spec', label: t('字符组合：要求字符种类') },
  { value: 'nist', label: t('NIST：只要求长度') },
] as const

/** What the two kinds demand, and why there are two. */
export const kindDescriptions = [
  [
    kindNames.spec,
    t(
      '以字母开头，须同时包含大写字母、小写字母、数字和特殊字符，不能有空格，最长 30 位。适用于有等级保护等合规要求的公司。',
    ),
  ],
  [
    kindNames.nist,
    t('仅要求长度，不要求字符种类，最长 64 位。依据 NIST SP 800-63B：易记的长密码比难记的短密码更安全。'),
  ],
] as const

/** Rules in display order, with label, hint and unit. */
export const rules = [
  { rule: 'kind', label: t('密码规则'), hint: t('新密码的校验规则'), unit: '' },
  { rule: 'min', label: t('最小长度'), hint: t('新密码的最小长度，8 到 64 位'), unit: t('位') },
  { rule: 'max', label: t('最大长度'), hint: t('新密码的最大长度，20 到 64 位；“字符组合”最长 30 位'), unit: t('位') },
  {
    rule: 'history',
    label: t('历史密码限制'),
    hint: t('新密码不能与最近用过的若干个密码相同，0 表示不限制'),
    unit: t('个', { context: 'passwords' }),
  },
  { rule: 'expireDays', label: t('有效期'), hint: t('超过该天数须修改密码，0 表示永不过期'), unit: t('天') },
  { rule: 'remindDays', label: t('到期提醒'), hint: t('到期前该天数起提醒，0 表示不提醒'), unit: t('天') },
] as const

export const ruleLabels = Object.fromEntries(rules.map(({ rule, label }) => [rule, label])) as Record<Rule, string>

/** Display text of a rule's value. */
export const valueText = <R extends Rule>(rule: R, value: PasswordPolicy[R]): string => {
  if (rule === 'kind') return kindNames[value as PasswordPolicy['kind']]
  if (value === 0)
    return { history: t('不限制'), expireDays: t('长期有效'), remindDays: t('不提醒') }[rule as string] ?? '0'
  return `${value} ${rules.find((each) => each.rule === rule)?.unit}`
}

/** An inherited value in an empty field: `默认 8`; its unit stands beside the field. */
export const inheritedText = <R extends Rule>(source: string, rule: R, value: PasswordPolicy[R]): string => {
  const unit = rules.find((each) => each.rule === rule)?.unit ?? ''
  const text = valueText(rule, value)
  return `${source} ${unit === '' ? text : text.replace(` ${unit}`, '')}`
}

/** Source of inherited rules. The platform company inherits the product's. */
export const describeSource = ({ platform }: { platform: boolean }) =>
  platform
    ? {
        name: t('默认'),
        inherits: t('恢复默认'),
        lead: t('未填写的规则使用默认值。其他公司未设置规则时，继承此处的规则。'),
      }
    : { name: t('平台默认'), inherits: t('恢复平台默认'), lead: t('未填写的规则继承平台，随平台同步更新。') }
export type Source = ReturnType<typeof describeSource>

const ownRuleText =
  <R extends Rule>(rule: R) =>
  (value: PasswordPolicy[R] | null) =>
    value === null ? t('（继承）') : valueText(rule, value)
/** Display texts of own rules for the conflict dialog. */
export const showRule = Object.fromEntries(rules.map(({ rule }) => [rule, ownRuleText(rule)]))

/** Effective rules: own over inherited; null inherits. */
export const mergedPolicy = (inherited: PasswordPolicy, own: OwnRules): PasswordPolicy => ({
  ...inherited,
  ...Object.fromEntries(Object.entries(own).filter(([, value]) => value !== null)),
})

/** Describes a policy in sentences. */
export const policySentences = (policy: PasswordPolicy): string[] => {
  const { history, expireDays, remindDays } = policy
  const reminder = remindDays > 0 ? t('，到期前 {remindDays} 天开始提醒', { remindDays }) : ''
  return [
    t('新密码须为 {policy}。', { policy: passwordRuleText(policy) }),
    history > 0 ? t('不能与最近用过的 {history} 个密码相同。', { history }) : t('可以使用以前用过的密码。'),
    expireDays > 0
      ? t('密码使用 {expireDays} 天后必须修改{reminder}。', { expireDays, reminder })
      : t('密码长期有效，不要求定期修改。'),
    t('常见密码以及包含账号、姓名或公司名称的密码一律不能使用。'),
  ]
}
