import type { DataRule, DataScope } from '@atrium/contract/features/access/row-scopes/data-rules.ts'
import { describe, expect, it } from 'vitest'
import { countRowAssignees, rowsDifference, rowsKey } from './rows-effect.ts'

const rule = (value: string): DataRule => ({
  resource: 'users',
  match: 'and',
  conditions: [{ field: 'account', op: 'eq', value }],
})
const rows = (dataScope: DataScope, rules: DataRule[] = [], dataOrgIds: string[] = []) => ({
  dataScope,
  dataOrgIds,
  rules,
})

describe('visible rows after a change', () => {
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
    expect(rowsDifference(before, after)).toBe(way)
    const back = { wider: 'narrower', narrower: 'wider' }[way] ?? way
    expect(rowsDifference(after, before)).toBe(back)
  })
  it('depends on the meaning of rules, not on their stored order', () => {
    const kept = {
      conditions: [{ value: 'x', op: 'eq', field: 'account' }],
      match: 'and',
      resource: 'users',
    } as DataRule
    expect(rowsDifference(rows('org', [rule('x')]), rows('org', [kept]))).toBe('same')
    expect(rowsKey(rows('org', [rule('x')]))).toBe(rowsKey(rows('org', [kept])))
  })
})

it('concerns direct assignees of an active role who see all rows through no other', () => {
  const roles = new Map([
    ['it', { status: 1, seesAll: false }],
    ['open', { status: 1, seesAll: true }],
    ['shut', { status: 0, seesAll: true }],
  ])
  const buildGroup = (people: number, ...of: string[]) => ({ roles: of, people, first: [] })
  const groups = [
    buildGroup(1, 'it'),
    buildGroup(10, 'it', 'open'),
    buildGroup(100, 'it', 'shut'),
    buildGroup(1000, 'heir'),
  ]
  expect(countRowAssignees('it', groups, roles)).toBe(101)
  expect(countRowAssignees('shut', groups, roles)).toBe(0)
})
