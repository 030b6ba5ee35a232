import { expect, it } from 'vitest'
import { passwordRules, problemWithPassword, strengthOf } from './password-rules.ts'

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
])('sees what %s lacks', (password, lacking) => expect(unmet(password)).toEqual(lacking))

it('refuses exactly what does not meet every rule', () => {
  expect(problemWithPassword('Abcdef1!', spec)).toBeUndefined()
  expect(problemWithPassword('abcdef1!', spec)).toMatch(/^密码不符合规则：8-20 位/)
})

it('asks for length alone where the company follows NIST', () => {
  expect(problemWithPassword('correct horse battery', nist)).toBeUndefined()
  expect(problemWithPassword('short', nist)).toBe('密码不符合规则：8-64 位')
})

it('calls long and varied passwords strong', () => {
  expect(strengthOf('', spec).text).toBe('')
  expect(strengthOf('abc', spec).text).toBe('弱')
  expect(strengthOf('Abcdef1!', spec).text).toBe('中')
  expect(strengthOf('Admin#2026x-long', spec).text).toBe('强')
})
