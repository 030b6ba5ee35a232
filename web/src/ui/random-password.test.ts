import { validatePassword } from '@atrium/contract/kernel/password-rules.ts'
import { expect, it } from 'vitest'
import { randomPassword } from './random-password.ts'

const policy = { kind: 'spec', min: 8, max: 20, history: 5, expireDays: 0, remindDays: 7 } as const

it('generates different passwords that satisfy every rule', () => {
  const made = Array.from({ length: 500 }, () => randomPassword(policy))
  for (const password of made) expect(validatePassword(password, policy)).toBeUndefined()
  expect(new Set(made).size).toBe(made.length)
})

it('is 16 characters long, unless the policy wants more or allows less', () => {
  expect(randomPassword(policy)).toHaveLength(16)
  expect(randomPassword({ min: 18, max: 20 })).toHaveLength(18)
  expect(randomPassword({ min: 8, max: 12 })).toHaveLength(12)
})

it('uses no fixed position for a character group', () => {
  const classes = Array.from({ length: 400 }, () => randomPassword(policy).replace(/[^A-Za-z\d]/g, '#'))
  for (let at = 1; at < 16; at += 1) {
    const kinds = new Set(
      classes.map((password) => password.charAt(at).replace(/[A-Z]/, 'A').replace(/[a-z]/, 'a').replace(/\d/, '9')),
    )
    expect(kinds.size).toBe(4)
  }
})
