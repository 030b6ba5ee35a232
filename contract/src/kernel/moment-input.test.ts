import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { momentInput } from './moment-input.ts'

const messages = (input: unknown) =>
  z
    .object({ at: momentInput })
    .safeParse(input)
    .error?.issues.map(({ message }) => message)

it.each([{}, { at: null }, { at: '' }])('asks for a value when empty: %j', (input) => {
  expect(messages(input)).toEqual(['请选择时间'])
})
it.each(['明天', '2026-02-30T00:00:00Z', '1999-12-31T00:00:00Z', 7])('refuses what is none: %j', (at) => {
  expect(messages({ at })).toEqual(['时间格式不正确'])
})
it('accepts a timestamp with an offset', () => {
  expect(messages({ at: '2026-11-22T08:00:00+08:00' })).toBeUndefined()
})
