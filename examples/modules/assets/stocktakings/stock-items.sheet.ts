import { defineSheet } from '@atrium/kit/contract'

/** What has become of an asset in a stock-taking. */
export const stockResults = ['uncounted', 'matched', 'moved', 'missing', 'unexpected'] as const
export type StockResult = (typeof stockResults)[number]
export const stockResultWords = {
  uncounted: '未盘',
  matched: '相符',
  moved: '位置不符',
  missing: '盘亏',
  unexpected: '盘盈',
} as const satisfies Record<StockResult, string>

/** A stock-taking as a sheet: exported, filled in and imported again. A row that was not expected adds what was found. */
export const stockItemSheet = defineSheet({
  entity: 'assetStockItem',
  title: '盘点明细',
  fields: {
    stocktaking: { title: '盘点单号', kind: 'text', sample: 'PD-2026-0001', width: 16 },
    number: { title: '资产编号', kind: 'text', sample: 'ZC-2026-000001', width: 18 },
    name: { title: '资产名称', kind: 'text', sample: '笔记本电脑', width: 24 },
    location: { title: '登记地点', kind: 'text', width: 20 },
    found: { title: '是否找到', kind: 'bool', sample: '是' },
    foundLocation: { title: '实际地点', kind: 'text', sample: '', width: 20, hint: '与登记地点相同时不填' },
    note: { title: '备注', kind: 'text', sample: '', width: 24 },
    result: { title: '结果', kind: 'choice', choices: stockResultWords },
  },
  keys: [['stocktaking', 'number']],
})
