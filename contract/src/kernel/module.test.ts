import { expect, it } from 'vitest'
import { defineModuleContract } from './module.ts'

const declare = (menu: { path: string; component?: string; needs?: string }) =>
  defineModuleContract({
    name: 'assets',
    title: '资产',
    errorBlock: { from: 100_000, to: 100_049 },
    words: {},
    feature: { sort: 9000, contracts: {}, menus: [{ code: 'assets', sort: 1, name: '资产', icon: 'box', ...menu }] },
  } as Parameters<typeof defineModuleContract>[0])

it('refuses addresses of menus that only begin with its name', () => {
  const page = { component: 'assets/list', needs: 'assets:list' }
  expect(() => declare({ ...page, path: 'assetsx/list' })).toThrow('path assetsx/list')
  expect(() => declare({ ...page, path: '' })).toThrow('path ')
  expect(declare({ ...page, path: 'assets/list' }).name).toBe('assets')
})
it('takes groups that have no part in the addresses of their pages', () => {
  expect(declare({ path: '' }).name).toBe('assets')
})
