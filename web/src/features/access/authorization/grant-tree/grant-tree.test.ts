import { describe, expect, it } from 'vitest'
import { type Branch, buildGrantTree, keyOfElement, withBranches } from '../public/grant-tree/branches.ts'
import type { GrantElement, GrantMenu } from '../public/grant-tree/grant-rights.ts'
import { tickedIds } from '../public/grant-tree/ticks.ts'
import { countGranted, createTickStore, lockOfBox, toState } from '../public/grant-tree/tree-ticks.ts'
import { createTreeView, isOpen, locate, openBranches, shownBranches } from '../public/grant-tree/tree-view.ts'
import { treeLines } from './tree-lines.ts'
import { findRow, tickRow } from './tree-rows.ts'
import { findNewRisks, findWarnings } from './warnings.ts'

const element = (id: string, part: Partial<GrantElement> = {}): GrantElement => ({
  id,
  code: `m:${id}`,
  name: id,
  risk: 'low',
  checked: false,
  ...part,
})
const menu = (id: string, children: GrantMenu[] = [], part: Partial<GrantMenu> = {}): GrantMenu => ({
  id,
  name: id,
  icon: '',
  checked: false,
  needs: [],
  children,
  ...part,
})
const module = (code: string, elems: GrantElement[]) => ({ moduleId: code, code, name: code, elems })

const menus = [
  menu('people', [
    menu('users', [], { needs: ['list'] }),
    menu('terms', [], { needs: ['roles'] }),
    menu('custom', [], { needs: ['list', 'posts'] }),
  ]),
  menu('logs', [], { locked: 'ceiling' }),
]
const modules = [
  module('sysUsers', [element('add'), element('roles', { risk: 'high' }), element('list')]),
  module('sysPosts', [element('posts'), element('lost', { locked: 'plan' })]),
  module('files', [element('upload', { checked: true, locked: 'inherited' }), element('erase', { locked: 'ceiling' })]),
]
const tree = buildGrantTree(menus, modules)
const all = tree.flatMap(withBranches)
const branch = (name: string) => {
  const found = all.find((each) => each.name === name)
  if (!found) throw new Error(name)
  return found
}
const names = (branches: readonly Branch[]) =>
  branches.flatMap(withBranches).map(({ name, elements }) => [name, ...elements.map((each) => each.name)].join(' '))

describe('the tree', () => {
  it('puts elements below the menus that name them, their modules with the first, and the rest last', () =>
    expect(names(tree)).toEqual([
      'people',
      'users list add',
      'terms roles',
      'custom list posts lost',
      'logs',
      '不属于任何菜单的权限点',
      'files upload erase',
    ]))
  it('hides what cannot be granted unless asked, and keeps the ancestors of matches', () => {
    const shown = (part: object) => names(shownBranches(tree, { ...createTreeView().getState(), ...part }))
    expect(shown({})).toEqual([
      'people',
      'users list add',
      'terms roles',
      'custom list posts',
      '不属于任何菜单的权限点',
      'files upload',
    ])
    expect(shown({ search: 'lo' })).toEqual(['不属于任何菜单的权限点', 'files upload'])
    expect(shown({ search: 'lo', showsUngrantable: true })).toEqual([
      'people',
      'custom lost',
      'logs',
      '不属于任何菜单的权限点',
      'files upload',
    ])
    // Everything below a match is kept, and codes count as well.
    expect(shown({ search: 'users' })).toEqual(['people', 'users list add'])
    expect(shown({ search: 'm:add' })).toEqual(['people', 'users add'])
    expect(shown({ accepted: new Set(['posts']) })).toEqual(['people', 'custom posts'])
  })
  it('opens branches with something granted, and those that lead to a row', () => {
    const view = createTreeView()
    const open = () => openBranches(tree, view.getState()).map(({ name }) => name)
    const layout = { columns: 2, branchHeight: 32, elementHeight: 28 }
    const listLines = () =>
      treeLines(openBranches(tree, view.getState()), (branch) => isOpen(view.getState(), branch), layout)
    const lines = () => listLines().map(({ keys }) => keys.length)
    expect(open()).toEqual(['people', 'users', 'terms', 'custom', 'logs', '不属于任何菜单的权限点', 'files'])
    expect(lines()).toEqual([1, 1, 1, 1, 1, 1, 1, 2])
    // Lines know where they stand, whether the others are drawn or not.
    expect(listLines().map(({ top, position, siblings }) => [top, position, siblings])).toEqual([
      [0, 1, 3],
      [32, 1, 3],
      [64, 2, 3],
      [96, 3, 3],
      [128, 2, 3],
      [160, 3, 3],
      [192, 1, 1],
      [224, 1, 2],
    ])
    view.getState().set({ opened: new Map([[branch('people').key, false]]), search: 'zzz' })
    locate(view, tree, keyOfElement(branch('users').key, 'add'))
    expect(open()).toContain('users')
    expect(lines()[2]).toBe(2)
  })
})

describe('ticks', () => {
  const stage = (granted: { menus?: string[]; elems?: string[] } = {}) => {
    const store = createTickStore({ menus: [], elems: [], ...granted })
    const tick = (key: string, isBelow = false) => {
      const row = findRow(all, key)
      if (!row) throw new Error(key)
      tickRow(store, tree, row, isBelow)
    }
    const ticked = () => [tickedIds(store.getState().menus).sort(), tickedIds(store.getState().elems).sort()]
    const state = (name: string) => toState(store.getState(), branch(name))
    return { store, tick, ticked, state }
  }
  it('of a menu take those above and below with them, but no element', () => {
    const { tick, ticked, state } = stage()
    tick(branch('users').key)
    expect(ticked()).toEqual([['people', 'users'], []])
    expect([state('people'), state('users'), state('terms')]).toEqual(['mixed', 'true', 'false'])
    tick(branch('people').key)
    expect(ticked()).toEqual([['custom', 'people', 'terms', 'users'], []])
    tick(branch('people').key)
    expect(ticked()).toEqual([[], []])
  })
  it('of an element count below each of its menus', () => {
    const { store, tick, ticked, state } = stage()
    tick(keyOfElement(branch('custom').key, 'list'))
    expect(ticked()).toEqual([[], ['list']])
    expect([state('users'), state('custom'), state('people')]).toEqual(['mixed', 'mixed', 'mixed'])
    expect(countGranted(store.getState(), branch('people'))).toBe(1)
  })
  it('of everything below leave locked rights alone', () => {
    const { tick, ticked, state } = stage()
    tick(branch('people').key, true)
    expect(ticked()).toEqual([
      ['custom', 'people', 'terms', 'users'],
      ['add', 'list', 'posts', 'roles'],
    ])
    tick(branch('people').key, true)
    expect(ticked()).toEqual([['people'], []])
    tick(keyOfElement(branch('files').key, 'erase'))
    tick(branch('logs').key)
    expect(ticked()).toEqual([['people'], []])
    expect(lockOfBox(branch('logs'))).toBe('ceiling')
    // An inherited element counts as granted.
    expect(state('files')).toBe('mixed')
  })
  it('warn of pages without elements, of elements without pages, and of high risk', () => {
    const { store, tick } = stage({ menus: ['people'] })
    const warnings = () => findWarnings(tree, store.getState()).map(({ text, fix }) => [text, fix?.ids])
    tick(branch('users').key)
    tick(keyOfElement(branch('terms').key, 'roles'))
    expect(warnings()).toEqual([
      ['“users”已授予，但缺少权限点“list”', ['list']],
      ['“roles”已授予，但所属菜单“terms”未授予', ['terms', 'people']],
    ])
    expect(findNewRisks(tree, store.getState())).toEqual(['roles'])
    tick(branch('custom').key)
    expect(warnings()[0]?.[0]).toBe('2 个菜单已授予，但缺少所需权限点：users、custom')
    // An element that was stored without its menu is left alone.
    expect(findWarnings(tree, createTickStore({ menus: [], elems: ['roles'] }).getState())).toEqual([])
  })
})
