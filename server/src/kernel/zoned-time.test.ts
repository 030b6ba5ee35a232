import { expect, it } from 'vitest'
import { momentsShowing } from './zoned-time.ts'

const iso = (zone: string, local: string) => momentsShowing(zone)(local).map((at) => new Date(at).toISOString())

it('finds the moment at which the clocks of a zone show a time', () => {
  expect(iso('Asia/Kolkata', '2026-11-28 12:00:00')[0]).toBe('2026-11-28T06:30:00.000Z')
  expect(iso('UTC', '2026-11-28')[0]).toBe('2026-11-28T00:00:00.000Z')
  expect(iso('Pacific/Apia', '2011-12-31 00:00:00')[0]).toBe('2011-12-30T10:00:00.000Z')
  expect(iso('-03:00', '2026-11-28 12:00:00')[1]).toBe('2026-11-28T15:00:00.000Z')
})
it('finds the first and the last moment where clocks are set back', () => {
  expect(iso('America/New_York', '2026-11-01 01:30:00')).toEqual([
    '2026-11-01T05:30:00.000Z',
    '2026-11-01T06:30:00.000Z',
  ])
  expect(iso('Australia/Lord_Howe', '2026-04-05 01:45:00')).toEqual([
    '2026-04-04T14:45:00.000Z',
    '2026-04-04T15:15:00.000Z',
  ])
})
it('is as much later where clocks leave a time out', () => {
  expect(iso('America/New_York', '2026-03-08 02:30:00')).toEqual([
    '2026-03-08T07:30:00.000Z',
    '2026-03-08T07:30:00.000Z',
  ])
})
it('stays within what the database stores', () => {
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Niue', 'Asia/Shanghai', 'America/New_York', 'UTC'])
    for (const local of ['0001-01-01 00:00:00', '0099-12-31 23:59:59', '9999-12-31 23:59:59'])
      for (const at of iso(zone, local)) expect(at).toMatch(/^(?!0000)\d{4}-/)
})
