import type { MenuNode } from '@atrium/contract/features/access/menus/menu-node.ts'
import { expect, it } from 'vitest'
import { findMenus, groupTarget, listLeaves, readMenus, readPages, visibleMenus } from './menu-tree.ts'

const menu = (
  name: string,
  metadata: unknown,
  children: MenuNode[] = [],
  kind: MenuNode['kind'] = children.length > 0 ? 'dir' : 'menu',
): MenuNode => ({
  id: name,
  name,
  parent: null,
  kind,
  sort: 0,
  metadata: typeof metadata === 'string' ? metadata : JSON.stringify(metadata),
  children,
})
const bases = menu('基础参数', { path: 'bases', component: 'sys/bases', icon: 'x' })
const detail = menu('参数详情', { path: 'detail', component: 'sys/detail', hidden: true })
const system = menu('系统管理', { path: '/sys/', redirect: 'noRedirect' }, [bases, detail])
const open = menu('开放平台', { path: 'open' }, [menu('应用', { path: 'apps', component: 'open/apps' })])

it('joins the paths of nested menus below /web', () => {
  const pages = readPages(readMenus([system, open]))
  expect(pages.map(({ path }) => path)).toEqual(['/web/sys/bases', '/web/sys/detail', '/web/open/apps'])
})

it('builds crumbs from parent menus, with links unless noRedirect', () => {
  const [first, , last] = readPages(readMenus([system, open]))
  expect(first?.crumbs).toEqual([{ title: '系统管理' }, { title: '基础参数' }])
  expect(last?.crumbs).toEqual([{ title: '开放平台', path: '/web/open' }, { title: '应用' }])
})

it('hides menus by metadata, and the menu that is always hidden', () => {
  const entries = readMenus([
    system,
    menu('我的应用', { path: 'mine', component: 'a' }),
    menu('My Applications', { path: 'mine2', component: 'a' }),
    menu('别的名字', { path: 'frontUserApplication', component: 'a' }),
  ])
  expect(listLeaves(visibleMenus(entries)).map(({ title }) => title)).toEqual(['基础参数'])
  expect(readPages(entries)).toHaveLength(5)
})

it('leaves out menus with broken metadata or an invalid path', () => {
  expect(readMenus([menu('a', '{'), menu('b', '[]'), menu('c', { path: '../x' }), menu('d', { path: 7 })])).toEqual([])
})

it('resolves a group to its redirect, else to its first page', () => {
  const entries = readMenus([open, menu('目录', { path: 'dir', redirect: '/web/open/apps' }, [bases])])
  expect(groupTarget(entries, '/web/open')).toBe('/web/open/apps')
  expect(groupTarget(entries, '/web/dir')).toBe('/web/open/apps')
  expect(groupTarget(entries, '/web/open/apps')).toBeUndefined()
  expect(groupTarget(entries, '/web/nowhere')).toBeUndefined()
})

it('finds pages by their own title or that of a parent group', () => {
  const entries = visibleMenus(readMenus([system, open]))
  expect(findMenus(entries, ' 应用 ').map(({ title }) => title)).toEqual(['应用'])
  expect(findMenus(entries, '系统').map(({ title }) => title)).toEqual(['基础参数'])
})
