import { expect, it } from 'vitest'
import { barePagesOf, belowOf, changesIn, chosenIn, linesOf, stateOf, storedIn, withTicks } from './ceiling-choice.ts'

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

it('knows what is stored, what is chosen instead, and how much that is', () => {
  const stored = storedIn(ceiling)
  expect([...stored]).toEqual(['sys', 'users', 'list'])
  const ticked = withTicks(withTicks(stored, ['add'], true), ['users'], false)
  expect(chosenIn(ceiling, ticked)).toEqual({ menus: ['sys'], elems: ['list', 'add'] })
  expect(changesIn(stored, ticked)).toBe(2)
})
it('walks the tree with what stands above and below', () => {
  expect(linesOf(ceiling.menus).map(({ menu, depth, above }) => [menu.id, depth, above])).toEqual([
    ['sys', 0, []],
    ['users', 1, ['sys']],
    ['roles', 1, ['sys']],
  ])
  expect(ceiling.menus.flatMap(belowOf)).toEqual(['sys', 'users', 'roles'])
})
it('says whether all, some or none are ticked', () => {
  const ticked = new Set(['a'])
  expect([stateOf(['a'], ticked), stateOf(['a', 'b'], ticked), stateOf(['b'], ticked)]).toEqual([true, 'mixed', false])
})
it('finds the menus that lack all they need, but not those that are not ticked or have one of it', () => {
  const stored = storedIn(ceiling)
  const bare = (ticked: ReadonlySet<string>) =>
    barePagesOf(ceiling, ticked).map(({ menu, element, others }) => [menu.id, element, others])
  expect(bare(stored)).toEqual([])
  expect(bare(withTicks(stored, ['list'], false))).toEqual([['users', 'm · list', 1]])
  expect(bare(withTicks(stored, ['roles'], true))).toEqual([['roles', 'm · add', 0]])
})
