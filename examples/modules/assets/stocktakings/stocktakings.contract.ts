import {
  crudEndpoints,
  defineContract,
  defineErrors,
  id,
  listQuery,
  named,
  permitted,
  rowBase,
  text,
  version,
  z,
} from '@atrium/kit/contract'
import { stockResults } from './stock-items.sheet.ts'

const stocktakingWrite = z.object({ name: text(60, '请输入盘点名称'), org: z.uuid('请选择组织') })
export type StocktakingWrite = z.input<typeof stocktakingWrite>
const counts = z.record(z.enum(stockResults), z.int())
const stocktakingRow = z.object({
  ...rowBase,
  number: z.string(),
  name: z.string(),
  org: named,
  closeTime: z.nullable(z.string()),
  counts,
})
export type StocktakingRow = z.output<typeof stocktakingRow>

const crud = crudEndpoints({
  noun: 'assetStocktaking',
  path: '/api/assets/stocktakings',
  query: listQuery({ sortable: ['number', 'name', 'createTime', 'closeTime'] }),
  row: stocktakingRow,
  create: stocktakingWrite,
  update: z.object({ name: stocktakingWrite.shape.name, version }),
})
export const stocktakingsContract = defineContract('assetsStocktakings', {
  ...crud,
  create: { ...crud.create, ids: { 'body.org': { inScope: 'organization' } } },
  close: {
    method: 'PUT',
    path: '/api/assets/stocktakings/:id/close/v1',
    summary: 'Close a stock-taking for good',
    access: permitted('close'),
    reach: 'company',
    audit: { event: 'assetStocktaking.closed' },
    params: z.object({ id }),
    body: z.object({ version }),
    reply: z.null(),
  },
})

export const { errors: stocktakingsErrors } = defineErrors(
  { from: 100_030, to: 100_049 },
  {
    closed: { code: 100_031, msg: '该盘点已结束，不能再修改' },
    orgMissing: { code: 100_032, msg: '组织不存在' },
    missing: { code: 100_033, msg: '盘点单不存在' },
    countedAlready: { code: 100_034, msg: '盘点单中已有该资产编号' },
    numberTaken: { code: 100_035, msg: '盘点单号已存在' },
    expected: { code: 100_036, msg: '应盘资产不能删除，未找到的请登记为“否”' },
  },
)

export const stocktakingsWords = {
  assetsStocktakings: '资产盘点',
  'assetStocktaking.created': '新增盘点',
  'assetStocktaking.updated': '修改盘点',
  'assetStocktaking.removed': '删除盘点',
  'assetStocktaking.closed': '结束盘点',
} as const
