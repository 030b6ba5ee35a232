import type { GrantedMenu } from '@atrium/contract/features/governance/roles/role-grants.contract.ts'
import { expect, it } from 'vitest'
import { grantedPages, incompletePages, stateOf, unlockedAncestors, unlockedIds, visibleLines } from './menu-grants.ts'
import { storedTicks, withTicks } from './ticks.ts'

const menu = (id: string, children: GrantedMenu[] = [], part: Partial<GrantedMenu> = {}): GrantedMenu => ({
  id,
  name: id,
  icon: '',
  checked: false,
  half: false,
  locked: null,
  needs: [],
  gated: false,
  children,
  ...part,
})
const menus = [
  menu('sys', [menu('users'), menu('logs', [menu('in'), menu('out', [], { locked: 'ceiling' })])]),
  menu('own', [], { locked: 'inherited', checked: true }),
]
const [sys] = menus as [GrantedMenu]

it('tells all, some and none apart', () => {
  expect(stateOf(storedTicks([]), sys)).toBe('false')
  expect(stateOf(storedTicks(['sys', 'in']), sys)).toBe('mixed')
  expect(stateOf(storedTicks(['sys', 'users', 'logs', 'in', 'out']), sys)).toBe('true')
})

it('changes unlocked menus and ticks their ancestors', () => {
  expect(unlockedIds(sys)).toEqual(['sys', 'users', 'logs', 'in'])
  expect(unlockedAncestors(menus, 'in')).toEqual(['sys', 'logs'])
  expect(unlockedAncestors(menus, 'own')).toEqual([])
})

it('shows open branches, and matches with their ancestors while searching', () => {
  const names = (wanted: string) => visibleLines(menus, new Set(['logs']), wanted).map(({ menu: { id } }) => id)
  expect(names('')).toEqual(['sys', 'users', 'logs', 'own'])
  expect(names('ou')).toEqual(['sys', 'logs', 'out'])
})

it('offers granted pages as landing page, inherited ones included', () =>
  expect(grantedPages(withTicks(storedTicks([]), ['in'], true), menus)).toEqual([
    { id: 'in', name: 'sys / logs / in' },
    { id: 'own', name: 'own' },
  ]))

it('finds granted pages whose elements are missing', () => {
  const elem = (id: string, locked: 'ceiling' | 'inherited' | null = null) => ({
    ...{ id, code: id, name: id, risk: 'low' as const, effect: null, apis: 0 },
    ...{ checked: locked === 'inherited', locked },
  })
  const modules = [
    { moduleId: 'm', code: 'm', name: '模块', elems: [elem('a'), elem('b', 'ceiling'), elem('c', 'inherited')] },
  ]
  const pages = [
    menu(
      'dir',
      ['a', 'b', 'c'].map((need) => menu(`page-${need}`, [], { needs: [need] })),
    ),
    menu('either', [], { needs: ['b', 'a'] }),
    menu('free'),
  ]
  const bare = (granted: string[], elems: string[]) =>
    incompletePages({ menus: storedTicks(granted), elems: storedTicks(elems) }, pages, modules).map(
      (page) => page.menu.id,
    )
  const all = ['dir', 'page-a', 'page-b', 'page-c', 'free']
  expect(bare(all, [])).toEqual(['page-a', 'page-b'])
  expect(bare(all, ['a', 'b'])).toEqual([])
  expect(bare(['dir', 'page-c', 'free'], [])).toEqual([])
  // One required element is enough; the one offered can be granted.
  expect([bare(['either'], ['b']), bare(['either'], ['a'])]).toEqual([[], []])
  const [offered] = incompletePages({ menus: storedTicks(['either']), elems: storedTicks([]) }, pages, modules)
  expect([offered?.element.id, offered?.others]).toEqual(['a', 1])
})
