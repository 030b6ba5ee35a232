import { defaultPolicy } from '@atrium/contract/features/identity/password-policies/default-policy.ts'
import { expect, it } from 'vitest'
import { adviceFor } from './advice.ts'
import { isLastSecondStep, type SecurityState } from './security-state.ts'

const guarded: SecurityState = {
  score: 100,
  policy: defaultPolicy,
  password: { time: '2026-01-01T00:00:00Z', expiresInDays: null, remind: false },
  phone: '138****0000',
  mail: 'a***@example.com',
  totp: true,
  sms: false,
  loginNotice: true,
  passkeys: 0,
  recovery: 10,
  trusted: 0,
  links: 0,
  sessions: 1,
}
const wordsFor = (part: Partial<SecurityState>) => adviceFor({ ...guarded, ...part }).map(({ text }) => text)

it('is empty for a fully protected account', () => expect(wordsFor({})).toEqual([]))

it('lists the most useful first, three at most', () =>
  expect(wordsFor({ totp: false, recovery: 0, phone: '', mail: '', loginNotice: false })).toEqual([
    '开启一种二次验证',
    '绑定手机',
    '绑定邮箱',
  ]))

it('suggests recovery codes only with a second step', () => {
  expect(wordsFor({ recovery: 0 })).toEqual(['生成恢复码'])
  expect(wordsFor({ totp: false, recovery: 0 })).toEqual(['开启一种二次验证'])
})

it('recognizes the last second step; a passkey alone is none', () => {
  expect(isLastSecondStep('totp', guarded)).toBe(true)
  expect(isLastSecondStep('totp', { ...guarded, sms: true })).toBe(false)
  expect(wordsFor({ totp: false, passkeys: 1 })).toEqual(['开启一种二次验证'])
})
