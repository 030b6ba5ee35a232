import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { defineContract, publicBecause } from './endpoint.ts'
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
it('refuses events that do not begin with its name or the singular', () => {
  const declareEvent = (event: string) =>
    defineModuleContract({
      name: 'assets',
      title: '资产',
      words: { [event]: '新增' },
      errorBlock: { from: 100_000, to: 100_049 },
      feature: {
        sort: 9000,
        contracts: {
          assets: defineContract('assets', {
            create: {
              method: 'POST',
              path: '/api/assets/v1',
              summary: 'Add',
              access: publicBecause('a test'),
              reach: 'company',
              audit: { event },
              reply: z.null(),
            },
          }),
        },
      },
    })
  for (const event of ['asset.created', 'assets.exported', 'assetFile.uploaded'])
    expect(declareEvent(event).name).toBe('assets')
  for (const event of ['category.created', 'assetsx.created', 'assert.created'])
    expect(() => declareEvent(event)).toThrow(`event ${event}`)
})
