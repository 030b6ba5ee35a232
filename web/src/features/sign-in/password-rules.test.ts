import { newPassword } from '@atrium/contract/kernel/fields.ts'
import { expect, it } from 'vitest'
import { passwordRules, strengthOf } from './password-rules.ts'

const policy = { min: 8, max: 30 }
const meetsAll = (password: string) => passwordRules(password, policy).every(({ met }) => met)

it.each([
  'Abcdef1!',
  'abcdef1!',
  'ABCDEF1!',
  'Abcdefg!',
  'Abcdefg1',
  '1Abcdef!',
  'Abc def1!',
  'Ab1!',
  `Ab1!${'x'.repeat(27)}`,
  '',
])('ticks all rules for %s exactly when the server would take it', (password) =>
  expect(meetsAll(password)).toBe(newPassword.safeParse(password).success),
)

it('calls long and varied passwords strong', () => {
  expect(strengthOf('', policy).text).toBe('')
  expect(strengthOf('abc', policy).text).toBe('弱')
  expect(strengthOf('Abcdef1!', policy).text).toBe('中')
  expect(strengthOf('Admin#2026x-long', policy).text).toBe('强')
})
