import { describe, expect, it } from 'vitest'
import { bitset, difference, has, isEmpty, listBits, wordsFor } from './bitset.ts'
import type { RoleNode } from './effective-elements.ts'
import { measureEffect } from './grant-effect.ts'

const all = bitset([1, 2, 31, 32, 63, 64], wordsFor(64))
const withheld = bitset([], wordsFor(64))
const role = (id: string, bits: number[], rest: Partial<RoleNode> = {}): RoleNode => ({
  id,
  parent: null,
  status: 1,
  everything: false,
  bits,
  ...rest,
})
const byId = (...roles: RoleNode[]) => new Map(roles.map((each) => [each.id, each]))
const buildGroup = (roles: string[], people = 1, first = ['u']) => ({ roles, people, first })

describe('a bitset', () => {
  it('keeps its positions across word boundaries', () => {
    const places = [0, 1, 30, 31, 32, 33, 63, 64, 95, 499]
    const set = bitset(places, wordsFor(499))
    expect(listBits(set)).toEqual(places)
    expect(places.map((place) => has(set, place))).toEqual(places.map(() => true))
    expect([has(set, 2), has(set, 498), isEmpty(set), isEmpty(bitset([], 3))]).toEqual([false, false, false, true])
    expect(listBits(difference(set, bitset([31, 499], wordsFor(499))))).toEqual([0, 1, 30, 32, 33, 63, 64, 95])
  })
})

describe('the effect of a change', () => {
  const gates = [
    { api: 'GET /a', bits: [1] },
    { api: 'GET /b', bits: [1, 64] },
  ]
  it('counts users once and ignores rights held through other roles', () => {
    const before = byId(role('r', [1, 2]), role('other', [1]))
    const after = byId(role('r', [2, 64]), role('other', [1]))
    const assigneeGroups = [
      buildGroup(['r'], 100, ['b', 'a']),
      buildGroup(['other', 'r'], 5, ['c']),
      buildGroup(['other'], 7),
    ]
    const effect = measureEffect({ before, after, assigneeGroups, all, withheld, gates })
    expect(effect.gain.people).toBe(105)
    expect(effect.lose.people).toBe(100)
    expect([...effect.gain.byBit]).toEqual([[64, 105]])
    expect([...effect.lose.byBit]).toEqual([[1, 100]])
    expect(effect.gain.named.map(({ userId }) => userId)).toEqual(['a', 'b', 'c'])
    // An API stays open if another of its elements is held.
    expect([effect.opened, effect.closed]).toEqual([[], ['GET /a']])
  })
  it('reaches descendants, stops at locked roles and handles roles that grant everything', () => {
    const descendant = role('heir', [2], { parent: 'r' })
    const before = byId(role('r', [1]), descendant)
    const locked = byId(role('r', [1], { status: 0 }), descendant)
    const effect = measureEffect({
      before,
      after: locked,
      assigneeGroups: [buildGroup(['heir'])],
      all,
      withheld,
      gates,
    })
    expect([...effect.lose.byBit.keys()]).toEqual([1])
    expect(effect.closed).toEqual(['GET /a', 'GET /b'])
    const cut = byId(role('r', [1]), { ...descendant, status: 0 })
    expect([
      ...measureEffect({
        before,
        after: cut,
        assigneeGroups: [buildGroup(['heir'])],
        all,
        withheld,
        gates,
      }).lose.byBit.keys(),
    ]).toEqual([1, 2])
    const everything = byId(role('r', [], { everything: true }), descendant)
    const gained = measureEffect({
      before,
      after: everything,
      assigneeGroups: [buildGroup(['heir'])],
      all,
      withheld,
      gates,
    }).gain
    expect([...gained.byBit.keys()]).toEqual([31, 32, 63, 64])
  })
  it('says why rights stay the same', () => {
    const before = byId(
      role('r', []),
      role('other', [1, 2]),
      role('off', [], { status: 0, parent: 'r' }),
      role('apart', [31]),
    )
    const assigneeGroups = [
      buildGroup(['other', 'r'], 3, ['b', 'a']),
      buildGroup(['off'], 2, ['c']),
      buildGroup(['apart', 'off', 'other', 'r'], 1, ['d']),
    ]
    const unchangedBy = (bits: number[], part: Partial<Parameters<typeof measureEffect>[0]> = {}) => {
      const after = new Map([...before, ['r', role('r', bits)]])
      return measureEffect({ before, after, assigneeGroups, all, withheld, gates, ...part }).unchanged
    }
    expect(unchangedBy([1])).toEqual([
      { reason: 'locked', people: 2, named: [{ userId: 'c', roles: ['off'] }] },
      { reason: 'otherRole', people: 4, named: ['a', 'b', 'd'].map((userId) => ({ userId, roles: ['other'] })) },
    ])
    const beyondPlan = unchangedBy([64], { withheld: bitset([64], wordsFor(64)) })
    expect(beyondPlan.map(({ reason, people }) => [reason, people])).toEqual([
      ['locked', 2],
      ['plan', 4],
    ])
    expect(unchangedBy([]).map(({ reason, people }) => [reason, people])).toEqual([['sameElements', 6]])
  })
  it('names at most two hundred', () => {
    const first = Array.from({ length: 200 }, (_, at) => `u${String(at).padStart(4, '0')}`)
    const second = first.map((id) => id.replace('u', 't'))
    const assigneeGroups = [buildGroup(['r'], 300, first), buildGroup(['r', 's'], 300, second)]
    const before = byId(role('r', []), role('s', []))
    const effect = measureEffect({
      before,
      after: byId(role('r', [1]), role('s', [])),
      assigneeGroups,
      all,
      withheld,
      gates,
    })
    expect([effect.gain.people, effect.gain.named.length]).toEqual([600, 200])
    expect(effect.gain.named.every(({ userId }) => userId.startsWith('t'))).toBe(true)
  })
})
