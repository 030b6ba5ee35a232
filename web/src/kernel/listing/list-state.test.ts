import { listQuery } from '@atrium/contract/kernel/listing.ts'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { addressOf, isNarrowed, listQueryOf, parseListState } from './list-state.ts'

const query = listQuery({ sortable: ['name'], filters: { kind: z.enum(['a', 'b']), since: z.string() } })
const parse = (address: string) => parseListState(new URLSearchParams(address), query.shape, z.safeParse)
const usual = { page: 1, size: 10, search: '', sort: '', filters: {} }

describe('parseListState', () => {
  it('begins as the specification says', () => expect(parse('')).toEqual(usual))

  it('reads what an address says', () =>
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

  it('keeps what is right beside what is wrong', () =>
    expect(parse('page=x&search=ab')).toEqual({ ...usual, search: 'ab' }))
})

describe('addressOf', () => {
  it('leaves out what is as usual', () =>
    expect(addressOf(parse(''))).toMatchObject({ page: undefined, size: undefined }))

  it('leads back to the same state', () => {
    const state = parse('page=2&size=20&search=x&sort=name&f.kind=b')
    const words = Object.entries(addressOf(state)).map(([name, value]) => [name, String(value)])
    expect(parse(new URLSearchParams(words).toString())).toEqual(state)
  })
})

it('sends filters under their prefix', () =>
  expect(listQueryOf(parse('f.kind=a'))).toMatchObject({ page: 1, size: 10, 'f.kind': 'a' }))

it('knows whether anything narrows the list', () => {
  expect(isNarrowed(parse('page=2&sort=name'))).toBe(false)
  expect(isNarrowed(parse('search=x'))).toBe(true)
  expect(isNarrowed(parse('f.kind=a'))).toBe(true)
})
