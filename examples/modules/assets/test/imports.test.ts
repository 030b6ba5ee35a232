import { buildSheet, buildUser, createImportStage, type ImportStage } from '@atrium/kit/test'
import { beforeAll, expect, it } from 'vitest'
import { assetsContract } from '../assets/assets.contract.ts'
import { stockItemsContract } from '../stocktakings/stock-items.contract.ts'
import { stocktakingsContract } from '../stocktakings/stocktakings.contract.ts'
import { administratorRights, importRights, type Office, openOffice } from './office.ts'

let stage: ImportStage
let office: Office
let token: string
beforeAll(async () => {
  stage = await createImportStage()
  office = await openOffice(stage.app)
  const { companyId } = office
  token = await stage.app.signIn(
    await buildUser(stage.app, { companyId, permissions: [...administratorRights, ...importRights] }),
  )
})

/** Imports a sheet, and returns how many of its rows are new, changed or refused. */
const importSheet = async (entity: string, titles: readonly string[], rows: readonly string[][]) => {
  const id = await stage.upload(token, entity, [buildSheet(titles, rows)])
  const { counts } = await stage.check(token, id)
  const problems = await stage.readRows(token, id, { 'f.verdict': 'refused' })
  expect(problems).toEqual([])
  expect((await stage.apply(token, id)).run?.state).toBe('done')
  return counts
}

it('adds assets with numbers of their own, and changes those that it finds again', async () => {
  const titles = [
    '资产编号',
    '资产名称',
    '资产分类',
    '购入价格',
    '购入日期',
    '状态',
    '保管人',
    '所属组织',
    '存放地点',
    '备注',
  ]
  const projector = ['投影仪', '电脑', '4599.00', '2026-03-01', '在用', '保管人甲', '北区', '大会议室', '']
  const screen = ['显示器', '电脑', '1899.00', '2026-03-01', '闲置', '', '', '仓库', '']
  expect(
    await importSheet('asset', titles, [
      ['', ...projector],
      ['', ...screen],
    ]),
  ).toMatchObject({ new: 2 })
  const { data: added = [] } = await stage.app.call(assetsContract.list, { query: {} }, token)
  expect(added).toMatchObject([
    { name: '显示器', keeper: null },
    {
      name: '投影仪',
      price: '4599.00',
      keeper: { name: '保管人甲' },
      org: { name: '北区' },
      category: { name: '电脑' },
    },
  ])
  const moved = [added[0]?.number ?? '', ...screen.with(7, '一楼')]
  expect(await importSheet('asset', titles, [moved])).toMatchObject({ new: 0, changed: 1 })
  expect(await office.read(added[0]?.id ?? '')).toMatchObject({ location: '一楼', number: added[0]?.number })
})

it('takes a stock-taking that was filled in as a sheet', async () => {
  const { app, south } = { ...office, ...stage }
  for (const name of ['打印机', '白板', '空调']) await office.add({ name, org: south, location: '三楼' })
  const { data } = await app.call(stocktakingsContract.create, { body: { name: '年终盘点', org: south } }, token)
  const id = data?.id ?? ''
  const number = (await app.call(stocktakingsContract.get, { params: { id } }, token)).data?.number ?? ''
  const { data: items = [] } = await app.call(stockItemsContract.list, { query: { 'f.stocktaking': number } }, token)
  const [printer, board, cooler] = ['打印机', '白板', '空调'].map(
    (name) => items.find((item) => item.name === name)?.number ?? '',
  )
  const titles = ['盘点单号', '资产编号', '资产名称', '是否找到', '实际地点', '备注']
  const rows = [
    [number, printer ?? '', '打印机', '是', '', ''],
    [number, board ?? '', '白板', '是', '仓库', '已移动'],
    [number, cooler ?? '', '空调', '否', '', ''],
    [number, '无标签', '路由器', '是', '机房', ''],
  ]
  expect(await importSheet('assetStockItem', titles, rows)).toMatchObject({ new: 1, changed: 3 })
  const { data: stocktaking } = await app.call(stocktakingsContract.get, { params: { id } }, token)
  expect(stocktaking?.counts).toEqual({ matched: 1, moved: 1, missing: 1, unexpected: 1, uncounted: 0 })
})
