import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { chosenMoment } from './chosen-moment.ts'

const sentences = (input: unknown) =>
  z
    .object({ at: chosenMoment })
    .safeParse(input)
    .error?.issues.map(({ message }) => message)

it.each([{}, { at: null }, { at: '' }])('asks for a moment where there is none: %j', (input) => {
  expect(sentences(input)).toEqual(['请选择时间'])
})
it.each(['明天', '2026-02-30T00:00:00Z', '1999-12-31T00:00:00Z', 7])('refuses what is none: %j', (at) => {
  expect(sentences({ at })).toEqual(['时间格式不正确'])
})
it('takes one with its zone', () => {
  expect(sentences({ at: '2026-11-22T08:00:00+08:00' })).toBeUndefined()
})
