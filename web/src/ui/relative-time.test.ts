import { expect, it } from 'vitest'
import { agoText } from './relative-time.tsx'

it('tells how long ago a moment was, in the viewer’s days', () => {
  const now = Date.parse('2026-11-24T02:00:00Z')
  const texts = [
    '2026-11-24T01:59:30Z',
    '2026-11-24T01:48:00Z',
    '2026-11-23T23:00:00Z',
    '2026-11-23T01:00:00Z',
    '2026-11-21T01:00:00Z',
    '2025-12-31T01:00:00Z',
  ]
  expect(texts.map((at) => agoText(at, now, 'Asia/Shanghai'))).toEqual([
    '刚刚',
    '12 分钟前',
    '3 小时前',
    '昨天',
    '11-21',
    '2025-12-31',
  ])
})
