import type { GrantedMenu } from '@atrium/contract/features/governance/roles/role-grants.contract.ts'
import { expect, it } from 'vitest'
import { storedTicks } from '../../access/authorization/public/grant-tree/ticks.ts'
import { grantedPages } from './granted-pages.ts'

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

it('offers granted pages as landing page, inherited ones included', () => {
  const menus = [
    menu('sys', [menu('users'), menu('logs', [menu('in'), menu('out')])]),
    menu('own', [], { locked: 'inherited', checked: true }),
  ]
  expect(grantedPages({ menus: storedTicks(['in']), elems: storedTicks([]) }, menus)).toEqual([
    { id: 'in', name: 'sys / logs / in' },
    { id: 'own', name: 'own' },
  ])
})
