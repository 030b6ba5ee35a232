import { expect, it } from 'vitest'
import {
  countChanges,
  findBarePages,
  flattenMenus,
  listSubtreeIds,
  readStored,
  toCeilingWrite,
  toTriState,
  updateTicked,
} from './ceiling-selection.ts'

const leaf = (id: string, checked = false, needs: string[] = []) => ({
  id,
  name: id,
  icon: '',
  checked,
  needs,
  children: [],
})
const elem = (id: string, checked = false) => ({ id, code: id, name: id, risk: 'low' as const, checked })
const ceiling = {
  menus: [
    {
      ...leaf('sys', true),
      children: [leaf('users', true, ['list', 'add']), leaf('roles', false, ['add', 'elsewhere'])],
    },
  ],
  modules: [{ moduleId: 'm', code: 'm', name: 'm', elems: [elem('list', true), elem('add')] }],
  version: 1,
}

it('tracks the stored and the edited selection and counts changes', () => {
  const stored = readStored(ceiling)
  expect([...stored]).toEqual(['sys', 'users', 'list'])
  const ticked = updateTicked(updateTicked(stored, ['add'], true), ['users'], false)
  expect(toCeilingWrite(ceiling, ticked)).toEqual({ menus: ['sys'], elems: ['list', 'add'] })
  expect(countChanges(stored, ticked)).toBe(2)
})
it('flattens the menu tree with ancestors and descendants', () => {
  expect(flattenMenus(ceiling.menus).map(({ menu, depth, ancestors }) => [menu.id, depth, ancestors])).toEqual([
    ['sys', 0, []],
    ['users', 1, ['sys']],
    ['roles', 1, ['sys']],
  ])
  expect(ceiling.menus.flatMap(listSubtreeIds)).toEqual(['sys', 'users', 'roles'])
})
it('tells whether all, some or none are ticked', () => {
  const ticked = new Set(['a'])
  expect([toTriState(['a'], ticked), toTriState(['a', 'b'], ticked), toTriState(['b'], ticked)]).toEqual([
    true,
    'mixed',
    false,
  ])
})
it('finds ticked menus without any needed element', () => {
  const stored = readStored(ceiling)
  const bare = (ticked: ReadonlySet<string>) =>
    findBarePages(ceiling, ticked).map(({ menu, element, others }) => [menu.id, element, others])
  expect(bare(stored)).toEqual([])
  expect(bare(updateTicked(stored, ['list'], false))).toEqual([['users', 'm · list', 1]])
  expect(bare(updateTicked(stored, ['roles'], true))).toEqual([['roles', 'm · add', 0]])
})
