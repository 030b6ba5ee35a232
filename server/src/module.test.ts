import type { ModuleContract } from '@atrium/contract/kernel/module.ts'
import { expect, it } from 'vitest'
import { createModule, joinFeatures } from './module.ts'

const contract = { name: 'assets', title: '资产管理' } as ModuleContract
const ports = {} as Parameters<typeof createModule>[1]

it('names a module that cannot be created', () => {
  const create = () => {
    throw new Error('缺少参数')
  }
  expect(() => createModule({ contract, create }, ports)).toThrow('模块 assets 无法启动：缺少参数')
})
it('joins the entities of a module', () => {
  const failure = { code: 100_001, msg: '名称已存在', field: 'name' }
  const joined = joinFeatures([
    { routes: [], retention: ['delete from a'], constraints: { a__name: failure } },
    { routes: [], retention: ['delete from b'], constraints: { b__name: failure } },
  ])
  expect(joined).toMatchObject({
    retention: ['delete from a', 'delete from b'],
    constraints: { a__name: failure, b__name: failure },
    jobs: [],
  })
})
