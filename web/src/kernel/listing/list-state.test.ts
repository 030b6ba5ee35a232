import { listQuery } from '@atrium/contract/kernel/listing.ts'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { isFiltered, parseListState, toAddress, toListQuery } from './list-state.ts'

const query = listQuery({ sortable: ['name'], filters: { kind: z.enum(['a', 'b']), since: z.string() } })
const parse = (address: string) => parseListState(new URLSearchParams(address), query.shape, z.safeParse)
const usual = { page: 1, size: 10, search: '', sort: '', filters: {} }

describe('parseListState', () => {
  it('starts with the default state', () => expect(parse('')).toEqual(usual))

  it('reads the state from an address', () =>
    expect(parse('page=3&size=50&search= 标题 &sort=-name&f.kind=a')).toEqual({
      page: 3,
      size: 50,
      search: '标题',
      sort: '-name',
      filters: { kind: 'a' },
    }))

  it.each([
    'page=0',
    'page=x',
    'page=1.5',
    'size=11',
    'size=100',
    'sort=id',
    'f.kind=c',
    'f.other=a',
    `search=${'长'.repeat(65)}`,
  ])('falls back when it says %s', (address) => expect(parse(address)).toEqual(usual))

  it('keeps valid parameters beside invalid ones', () =>
    expect(parse('page=x&search=ab')).toEqual({ ...usual, search: 'ab' }))
})

describe('toAddress', () => {
  it('leaves out default values', () =>
    expect(toAddress(parse(''))).toMatchObject({ page: undefined, size: undefined }))

  it('restores the same state', () => {
    const state = parse('page=2&size=20&search=x&sort=name&f.kind=b')
    const words = Object.entries(toAddress(state)).map(([name, value]) => [name, String(value)])
    expect(parse(new URLSearchParams(words).toString())).toEqual(state)
  })
})

it('sends filters with their prefix', () =>
  expect(toListQuery(parse('f.kind=a'))).toMatchObject({ page: 1, size: 10, 'f.kind': 'a' }))

it('reports whether the list is filtered', () => {
  expect(isFiltered(parse('page=2&sort=name'))).toBe(false)
  expect(isFiltered(parse('search=x'))).toBe(true)
  expect(isFiltered(parse('f.kind=a'))).toBe(true)
})
