import { defaultPolicy } from '@atrium/contract/features/identity/password-policies/default-policy.ts'
import { expect, it } from 'vitest'
import { mergedPolicy, policySentences, valueText } from './policy-words.ts'

const noOwnRules = { kind: null, min: null, max: null, history: null, expireDays: null, remindDays: null }

it('merges own rules over inherited ones, zero included', () => {
  expect(mergedPolicy(defaultPolicy, noOwnRules)).toEqual(defaultPolicy)
  expect(mergedPolicy(defaultPolicy, { ...noOwnRules, min: 12, history: 0 })).toEqual({
    ...defaultPolicy,
    min: 12,
    history: 0,
  })
})

it('describes a policy in sentences, and mentions reminders only with an expiry', () => {
  expect(policySentences(defaultPolicy).slice(0, 3)).toEqual([
    '新密码须为 8-20 位，以字母开头，须含大写字母、小写字母、数字和特殊字符，不能有空格。',
    '不能与最近用过的 5 个密码相同。',
    '密码长期有效，不要求定期修改。',
  ])
  const strict = policySentences({ ...defaultPolicy, kind: 'nist', history: 0, expireDays: 90 })
  expect(strict[0]).toBe('新密码须为 8-20 位。')
  expect(strict[1]).toBe('可以使用以前用过的密码。')
  expect(strict[2]).toBe('密码使用 90 天后必须修改，到期前 7 天开始提醒。')
})

it('reads zero as what it means', () => {
  expect(valueText('history', 0)).toBe('不限制')
  expect(valueText('expireDays', 0)).toBe('长期有效')
  expect(valueText('min', 8)).toBe('8 位')
  expect(valueText('kind', 'nist')).toBe('NIST')
})
