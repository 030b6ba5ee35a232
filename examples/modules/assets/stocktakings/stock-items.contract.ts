import {
  crudEndpoints,
  defineContract,
  exportEndpoint,
  listQuery,
  optionalMultilineText,
  optionalText,
  rowBase,
  text,
  version,
  z,
} from '@atrium/kit/contract'
import { stockItemSheet, stockResults } from './stock-items.sheet.ts'

const counted = {
  found: z._default(z.nullable(z.boolean()), null),
  foundLocation: optionalText(60),
  note: optionalMultilineText(200),
}
/** What was found without being expected. */
const stockItemCreate = z.object({
  stocktaking: text(30, '请输入盘点单号'),
  number: text(30, '请输入资产编号'),
  name: text(60, '请输入资产名称'),
  ...counted,
})
const stockItemUpdate = z.object({ ...counted, version })
export type StockItemCreate = z.input<typeof stockItemCreate>
export type StockItemUpdate = z.input<typeof stockItemUpdate>
const stockItemRow = z.object({
  ...rowBase,
  stocktaking: z.string(),
  number: z.string(),
  name: z.string(),
  location: z.string(),
  found: z.nullable(z.boolean()),
  foundLocation: z.string(),
  note: z.string(),
  result: z.enum(stockResults),
})
export type StockItemRow = z.output<typeof stockItemRow>

const query = listQuery({
  sortable: ['number', 'name', 'location', 'foundLocation', 'result'],
  filters: { stocktaking: z.string(), result: z.enum(stockResults) },
})
export const stockItemsContract = defineContract('assetsStockItems', {
  ...crudEndpoints({
    noun: 'assetStockItem',
    path: '/api/assets/stock-items',
    query,
    row: stockItemRow,
    create: stockItemCreate,
    update: stockItemUpdate,
  }),
  exportItems: exportEndpoint({
    noun: 'stock items',
    path: '/api/assets/stock-items/export/v1',
    event: 'assetStockItem.exported',
    namesUsers: 'none',
    filter: z.omit(query, { page: true, size: true, sort: true }),
    sheet: stockItemSheet,
  }),
})

export const stockItemsWords = {
  assetsStockItems: '盘点明细',
  'assetStockItem.created': '登记盘盈资产',
  'assetStockItem.updated': '登记盘点结果',
  'assetStockItem.removed': '删除盘盈资产',
  'assetStockItem.exported': '导出盘点明细',
} as const
