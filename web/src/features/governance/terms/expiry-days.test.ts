import { expect, it } from 'vitest'
import { daysLeft, describeDay, groupByDay, toUrgency } from './expiry-days.ts'

const now = Date.parse('2026-11-29T10:00:00Z')
const row = (kind: 'role' | 'secret', name: string, detail: string, expireTime: string) => ({
  kind,
  id: name,
  name,
  detail,
  expireTime,
})

it('counts whole days, none once it is over', () => {
  expect(
    ['2026-11-29T10:00:00Z', '2026-11-29T10:00:01Z', '2026-11-30T10:00:00Z', '2026-11-30T10:00:01Z'].map((at) =>
      daysLeft(at, now),
    ),
  ).toEqual([0, 1, 1, 2])
  expect([3, 4, 30, 31].map(toUrgency)).toEqual(['urgent', 'soon', 'soon', 'later'])
})
it('groups what ends by kind and day, and names the first', () => {
  const days = groupByDay(
    [
      row('role', '张三', '财务', '2026-12-01T08:00:00Z'),
      row('secret', '仓储对接', '9f2a', '2026-12-01T08:30:00Z'),
      row('role', '李四', '审计', '2026-12-01T09:00:00Z'),
      row('role', '王五', '审计', '2026-12-20T09:00:00Z'),
      row('role', '赵六', '审计', '2026-11-29T09:59:59Z'),
    ],
    now,
  )
  expect(days.map(describeDay)).toEqual([
    '角色 2 项，2 天后到期：张三 · 财务、李四 · 审计',
    '应用密钥 1 项，2 天后到期：仓储对接（尾号 9f2a）',
    '角色 1 项，21 天后到期：王五 · 审计',
  ])
})
