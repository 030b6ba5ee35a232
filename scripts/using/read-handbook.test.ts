import { expect, it } from 'vitest'
import { readPage } from '../../web/read-handbook.ts'
import { textOf } from '../../web/src/app/help/handbook-page.ts'
import { listPages, readPageFile } from './handbook-files.ts'

const readBody = (body: string) => readPage(`# 标题\n\n[English](x.md) · [目录](README.zh-CN.md)\n\n${body}\n`).nodes

it('leaves the title, and the line that leads to the twin, to the console', () => {
  expect(readPage('# 标题\n\n[English](x.md) · [目录](README.zh-CN.md)\n\n正文\n')).toEqual({
    title: '标题',
    nodes: [['p', {}, '正文']],
  })
})

it('makes a name the link to its screen, without the address', () => {
  expect(readBody('打开“用户管理”（`/web/sys/users`），点击“新增”。')).toEqual([
    ['p', {}, '打开“', ['screen', { to: '/web/sys/users' }, '用户管理'], '”，点击“新增”。'],
  ])
})

it('keeps what is said beside the address, and finds several names in a sentence', () => {
  expect(readBody('In “角色管理” (roles, `/web/sys/roles`) or “组织管理” (`/web/sys/orgs`).')).toEqual([
    [
      'p',
      {},
      'In “',
      ['screen', { to: '/web/sys/roles' }, '角色管理'],
      '” (roles) or “',
      ['screen', { to: '/web/sys/orgs' }, '组织管理'],
      '”.',
    ],
  ])
})

it('makes an address by itself a link, and other code none', () => {
  expect(readBody('`/web/sys/users` `Ctrl K` `/portal/`')).toEqual([
    [
      'p',
      {},
      ['screen', { to: '/web/sys/users' }, '/web/sys/users'],
      ' ',
      ['code', {}, 'Ctrl K'],
      ' ',
      ['code', {}, '/portal/'],
    ],
  ])
})

it('reads lists, headings, pictures and links to pages', () => {
  expect(readBody('## 步骤\n\n![图](images/a.webp)\n\n1. 见[角色](roles.zh-CN.md)和[首页](README.zh-CN.md)')).toEqual([
    ['h2', {}, '步骤'],
    ['picture', { src: 'images/a.webp', alt: '图' }],
    ['ol', {}, ['li', {}, '见', ['page', { name: 'roles' }, '角色'], '和', ['page', { name: '' }, '首页']]],
  ])
})

it.each([
  ['a link that leaves the handbook', '[x](../operating/README.md)'],
  ['a quotation', '> x'],
  ['code in a block', '```\nx\n```'],
])('refuses %s, which the console cannot show', (_what, body) => {
  expect(() => readBody(body)).toThrow(/使用手册/)
})

it('reads every page in both languages', () => {
  for (const page of listPages())
    for (const language of ['zh', 'en'] as const) {
      const { title, nodes } = readPage(readPageFile(page, language))
      expect(title).not.toBe('')
      expect(textOf(nodes).length).toBeGreaterThan(100)
    }
})
