import { buildUser } from '@atrium/kit/test'
import { beforeAll, expect, it } from 'vitest'
import { stockItemsContract } from '../stocktakings/stock-items.contract.ts'
import { stocktakingsContract, stocktakingsErrors } from '../stocktakings/stocktakings.contract.ts'
import { type Office, openOffice } from './office.ts'

const { create, get, list, close } = stocktakingsContract
const items = stockItemsContract

let office: Office
beforeAll(async () => {
  office = await openOffice()
})
const begin = async () => {
  const { app, north, south, token } = office
  for (const name of ['投影仪', '打印机', '白板', '空调']) await office.add({ name, org: north, location: '三楼' })
  await office.add({ name: '南区的', org: south })
  const { data } = await app.call(create, { body: { name: '年终盘点', org: north } }, token)
  const id = data?.id ?? ''
  const read = async () => {
    const { data: stocktaking } = await app.call(get, { params: { id } }, token)
    if (!stocktaking) throw new Error('no stock-taking')
    return stocktaking
  }
  const { number } = await read()
  const { data: expected = [] } = await app.call(items.list, { query: { 'f.stocktaking': number, size: 50 } }, token)
  const count = (name: string, body: { found: boolean; foundLocation?: string }) => {
    const { id: item = '', version = 0 } = expected.find((each) => each.name === name) ?? {}
    return app.call(items.update, { params: { id: item }, body: { ...body, version } }, token)
  }
  return { id, number, read, expected, count }
}

it('expects what its organisation has, and lists what differs', async () => {
  const { number, read, expected, count } = await begin()
  expect(expected.map(({ name }) => name).sort()).toEqual(['打印机', '投影仪', '白板', '空调'].sort())
  await count('投影仪', { found: true })
  await count('打印机', { found: true, foundLocation: '仓库' })
  await count('白板', { found: false })
  const body = { stocktaking: number, number: '无标签', name: '路由器', foundLocation: '机房' }
  expect((await office.app.call(items.create, { body }, office.token)).code).toBe(0)
  expect((await office.app.call(items.create, { body }, office.token)).code).toBe(
    stocktakingsErrors.countedAlready.code,
  )
  expect((await read()).counts).toEqual({ matched: 1, moved: 1, missing: 1, unexpected: 1, uncounted: 1 })
  const query = { 'f.stocktaking': number, 'f.result': 'moved' } as const
  const { data } = await office.app.call(items.list, { query }, office.token)
  expect(data).toMatchObject([{ name: '打印机', location: '三楼', foundLocation: '仓库' }])
})

it('is final once it is closed', async () => {
  const { id, number, read, expected, count } = await begin()
  const { app, token } = office
  const { version } = await read()
  expect((await app.call(close, { params: { id }, body: { version } }, token)).code).toBe(0)
  const closed = stocktakingsErrors.closed.code
  expect((await app.call(close, { params: { id }, body: { version: version + 1 } }, token)).code).toBe(closed)
  expect((await count('投影仪', { found: true })).code).toBe(closed)
  const body = { stocktaking: number, number: '无标签', name: '路由器' }
  expect((await app.call(items.create, { body }, token)).code).toBe(closed)
  expect((await app.call(stocktakingsContract.remove, { params: { id } }, token)).code).toBe(closed)
  expect((await app.call(items.remove, { params: { id: expected[0]?.id ?? '' } }, token)).code).toBe(
    stocktakingsErrors.expected.code,
  )
  expect((await read()).counts.uncounted).toBe(expected.length)
})

it('is shown to those who see its organisation', async () => {
  const { number } = await begin()
  const permissions = ['assetsStocktakings:list', 'assetsStockItems:list', 'assetsStockItems:edit']
  const user = await buildUser(office.app, {
    companyId: office.companyId,
    org: office.south,
    scope: 'orgSub',
    permissions,
  })
  const token = await office.app.signIn(user)
  expect((await office.app.call(list, { query: {} }, token)).data).toEqual([])
  expect((await office.app.call(items.list, { query: { 'f.stocktaking': number } }, token)).data).toEqual([])
})
