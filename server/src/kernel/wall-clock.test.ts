import { expect, it } from 'vitest'
import { createTimeFormatter, wallClock } from './wall-clock.ts'

const zones = ['UTC', 'Asia/Shanghai', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns', 'Pacific/Apia']

it('formats many moments as it formats one, at changes of offset and far from today', () => {
  const moments = [
    ...Array.from({ length: 100 }, (_, at) => Date.UTC(2024, 0, 1) + at * 394_871_234),
    ...[
      '1949-10-01T00:00:00.000Z',
      '1970-01-01T00:00:00.000Z',
      '2011-12-30T09:59:59.999Z',
      '9999-12-31T23:59:59.999Z',
    ].map((at) => Date.parse(at)),
    ...Array.from({ length: 50 }, (_, at) => Date.UTC(2026, 2, 8, 5) + at * 240_000),
    ...Array.from({ length: 50 }, (_, at) => Date.UTC(2026, 3, 4, 14) + at * 240_000),
  ]
  for (const zone of zones) {
    const format = createTimeFormatter(zone)
    for (const moment of moments) {
      const at = new Date(moment)
      expect(format(at.toISOString())).toBe(wallClock(zone, at))
    }
  }
  expect(createTimeFormatter('UTC')(null)).toBe('')
})
