import type { DataRule, DataScope } from '@atrium/contract/features/roles/data-rules.ts'
import { describe, expect, it } from 'vitest'
import { rowsKey, rowsWay, rowsWearers } from './rows-effect.ts'

const rule = (value: string): DataRule => ({
  resource: 'users',
  match: 'and',
  conditions: [{ field: 'account', op: 'eq', value }],
})
const rows = (dataScope: DataScope, rules: DataRule[] = [], dataOrgIds: string[] = []) => ({
  ...{ dataScope, dataOrgIds, rules },
})

describe('whose rows are seen after a change', () => {
  const ways: [string, ReturnType<typeof rows>, ReturnType<typeof rows>, string][] = [
    ['a scope that holds the other', rows('self'), rows('org'), 'wider'],
    ['one that is held', rows('company'), rows('self'), 'narrower'],
    ['everything and the company', rows('all'), rows('company'), 'same'],
    ['organisations by name beside one’s own', rows('org'), rows('custom', [], ['a']), 'other'],
    ['organisations by name after oneself', rows('self'), rows('custom', [], ['a']), 'wider'],
    ['one organisation more', rows('custom', [], ['a']), rows('custom', [], ['a', 'b']), 'wider'],
    ['one organisation for another', rows('custom', [], ['a']), rows('custom', [], ['b']), 'other'],
    ['a rule less', rows('company', [rule('x')]), rows('company'), 'wider'],
    ['a rule more', rows('company'), rows('company', [rule('x')]), 'narrower'],
    ['a rule for another', rows('company', [rule('x')]), rows('company', [rule('y')]), 'other'],
    ['a wider scope with a rule more', rows('self'), rows('company', [rule('x')]), 'other'],
    ['a wider scope with a rule less', rows('self', [rule('x')]), rows('company'), 'wider'],
  ]
  it.each(ways)('%s', (_, before, after, way) => {
    expect(rowsWay(before, after)).toBe(way)
    const back = { wider: 'narrower', narrower: 'wider' }[way] ?? way
    expect(rowsWay(after, before)).toBe(back)
  })
  it('hangs on what rules say, not on how they are kept', () => {
    const kept = {
      conditions: [{ value: 'x', op: 'eq', field: 'account' }],
      match: 'and',
      resource: 'users',
    } as DataRule
    expect(rowsWay(rows('org', [rule('x')]), rows('org', [kept]))).toBe('same')
    expect(rowsKey(rows('org', [rule('x')]))).toBe(rowsKey(rows('org', [kept])))
  })
})

it('concerns those who wear the role itself, in use, and see every row by no other', () => {
  const roles = new Map([
    ['it', { status: 1, seesAll: false }],
    ['open', { status: 1, seesAll: true }],
    ['shut', { status: 0, seesAll: true }],
  ])
  const worn = (people: number, ...of: string[]) => ({ roles: of, people, first: [] })
  const wearers = [worn(1, 'it'), worn(10, 'it', 'open'), worn(100, 'it', 'shut'), worn(1000, 'heir')]
  expect(rowsWearers('it', wearers, roles)).toBe(101)
  expect(rowsWearers('shut', wearers, roles)).toBe(0)
})
