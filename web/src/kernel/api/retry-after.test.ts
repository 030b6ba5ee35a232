import { expect, it } from 'vitest'
import { CallError } from './call-error.ts'
import { readRetryAfter, withRetryTime } from './retry-after.ts'

it.each([
  ['密码错误次数过多，请稍后再试', 59, undefined, '密码错误次数过多，请 59 秒后再试'],
  ['密码错误次数过多，请 900 秒后再试', 899, '密码错误次数过多', '密码错误次数过多，请 14 分 59 秒后再试'],
  ['今日发送次数已达上限', 60, undefined, '今日发送次数已达上限'],
])('says in %s that %i seconds are left', (msg, left, cause, said) =>
  expect(withRetryTime(msg, left, cause)).toBe(said),
)

it('finds the waiting time in the data of a refusal', () => {
  const refusal = (data: unknown) => readRetryAfter(new CallError({ code: 1016, msg: '', data }))
  expect(refusal({ retryAfter: 4 })).toBe(4)
  expect([refusal(undefined), refusal(null), refusal({})]).toEqual([0, 0, 0])
})
