import { expect, it } from 'vitest'
import { passwordRules, passwordStrength, validatePassword } from './password-rules.ts'

const spec = { kind: 'spec', min: 8, max: 20 } as const
const nist = { kind: 'nist', min: 8, max: 64 } as const
const unmet = (password: string) => passwordRules(password, spec).flatMap(({ text, met }) => (met ? [] : [text]))

it.each([
  ['Abcdef1!', []],
  ['abcdef1!', ['含大写字母']],
  ['ABCDEF1!', ['含小写字母']],
  ['Abcdefg!', ['含数字']],
  ['Abcdefg1', ['含特殊字符']],
  ['1Abcdef!', ['以字母开头']],
  ['Abc def1!', ['没有空格']],
  ['Ab1!', ['8-20 位']],
  [`Ab1!${'x'.repeat(17)}`, ['8-20 位']],
])('sees what %s lacks', (password, invalidPasswords) => expect(unmet(password)).toEqual(invalidPasswords))

it('refuses exactly the passwords that break a rule', () => {
  expect(validatePassword('Abcdef1!', spec)).toBeUndefined()
  expect(validatePassword('abcdef1!', spec)).toMatch(/^密码不符合规则：8-20 位/)
})

it('checks only the length under a NIST policy', () => {
  expect(validatePassword('correct horse battery', nist)).toBeUndefined()
  expect(validatePassword('short', nist)).toBe('密码不符合规则：8-64 位')
})

it('rates long and varied passwords as strong', () => {
  expect(passwordStrength('', spec).text).toBe('')
  expect(passwordStrength('abc', spec).text).toBe('弱')
  expect(passwordStrength('Abcdef1!', spec).text).toBe('中')
  expect(passwordStrength('Admin#2026x-long', spec).text).toBe('强')
})
