import { expect, it } from 'vitest'
import type { PageEntry } from './menu-tree.ts'
import { objectEntry } from './object-pages.ts'
import { PageMap } from './page-map.ts'

const id = '018f3a0c-12ab-7def-8123-456789abcdef'
const list = (path: string, component: string): PageEntry => ({
  path,
  title: '用户管理',
  component,
  crumbs: [{ title: '组织与成员' }, { title: '用户管理' }],
  menuIds: ['people', 'users'],
  keepAlive: true,
  affix: true,
})
const pages = new PageMap([list('/web/sys/users', 'sys/users'), list('/web/sys/posts', 'sys/posts')], objectEntry)

it('makes the page of a row below its list, with a way back', () => {
  expect(pages.get(`/web/sys/users/${id}`)).toEqual({
    path: `/web/sys/users/${id}`,
    title: '用户详情',
    component: ':sys/users',
    crumbs: [{ title: '组织与成员' }, { title: '用户管理', path: '/web/sys/users' }, { title: '用户详情' }],
    menuIds: ['people', 'users'],
    keepAlive: true,
    affix: false,
  })
  expect(pages.get(`/web/sys/users/${id}`)).toBe(pages.get(`/web/sys/users/${id}`))
})

it.each([`/web/sys/posts/${id}`, `/web/sys/roles/${id}`, `/web/sys/users/${id}/${id}`, '/web/sys/users/1', `/${id}`])(
  'makes none for %s',
  (path) => expect(pages.has(path)).toBe(false),
)
