import {
  calendarDay,
  crudEndpoints,
  defineContract,
  defineErrors,
  defineSettings,
  exportEndpoint,
  id,
  listQuery,
  money,
  named,
  optionalMultilineText,
  optionalText,
  permitted,
  person,
  reference,
  rowBase,
  rowTags,
  tagFilter,
  text,
  version,
  z,
} from '@atrium/kit/contract'
import { assetSheet } from './assets.sheet.ts'

const assetCreate = z.object({
  /** Of an asset that has one already; empty: the next one. */
  number: optionalText(30),
  name: text(60, '请输入资产名称'),
  category: z.uuid('请选择资产分类'),
  price: money,
  boughtOn: calendarDay('请选择购入日期'),
  state: text(64, '请选择状态'),
  keeper: reference,
  org: reference,
  location: optionalText(60),
  note: optionalMultilineText(500),
})
/** The number stays, and another keeper is a hand-over. */
const assetUpdate = z.extend(z.omit(assetCreate, { number: true, keeper: true }), { version })
export type AssetCreate = z.input<typeof assetCreate>
export type AssetUpdate = z.input<typeof assetUpdate>

const assetRow = z.object({
  ...rowBase,
  number: z.string(),
  name: z.string(),
  category: z.object({ id: z.string(), name: z.string() }),
  price: z.string(),
  netValue: z.string(),
  boughtOn: z.string(),
  state: z.string(),
  keeper: named,
  org: named,
  location: z.string(),
  note: z.string(),
  tags: rowTags,
})
export type AssetRow = z.output<typeof assetRow>

const assetsQuery = listQuery({
  sortable: ['number', 'name', 'price', 'netValue', 'boughtOn', 'state', 'location', 'createTime'],
  filters: { category: z.uuid(), state: z.string(), keeper: z.uuid(), org: z.uuid(), tags: tagFilter },
})
const crud = crudEndpoints({
  noun: 'asset',
  path: '/api/assets/assets',
  query: assetsQuery,
  row: assetRow,
  create: assetCreate,
  update: assetUpdate,
})
const params = z.object({ id })

export const assetsContract = defineContract('assets', {
  ...crud,
  list: { ...crud.list, namesUsers: 'inRowScope' },
  get: { ...crud.get, namesUsers: 'inRowScope' },
  create: {
    ...crud.create,
    ids: {
      'body.category': { unbound: 'categories are of the company, and all callers see them' },
      'body.keeper': { inScope: 'user' },
      'body.org': { inScope: 'organization' },
    },
  },
  update: {
    ...crud.update,
    ids: {
      'body.category': { unbound: 'categories are of the company, and all callers see them' },
      'body.org': { inScope: 'organization' },
    },
  },
  keptBy: {
    method: 'GET',
    path: '/api/assets/kept-by/:userId/v1',
    summary: 'The assets that a user keeps',
    access: permitted('list'),
    reach: 'company',
    namesUsers: 'inRowScope',
    params: z.object({ userId: z.uuid() }),
    reply: z.array(assetRow),
  },
  mine: {
    method: 'GET',
    path: '/api/assets/mine/v1',
    summary: 'The assets that the caller keeps',
    access: permitted('list'),
    reach: 'company',
    namesUsers: 'inRowScope',
    reply: z.array(assetRow),
  },
  handOver: {
    method: 'PUT',
    path: '/api/assets/assets/:id/keeper/v1',
    summary: 'Hand an asset over to another keeper, once the leader of the caller has approved it',
    access: permitted('handOver'),
    reach: 'company',
    audit: { event: 'asset.handedOver', namesPeople: true },
    ids: { 'body.keeper': { inScope: 'user' } },
    approval: {
      title: '资产交接',
      fields: {
        keeper: { label: '接收人', at: 'body.keeper', kind: 'user' },
        reason: { label: '交接原因', at: 'body.reason', kind: 'text' },
      },
      by: 'leader',
    },
    params,
    body: z.object({ keeper: z.uuid('请选择接收人'), reason: text(200, '请输入交接原因') }),
    reply: z.null(),
  },
  handovers: {
    method: 'GET',
    path: '/api/assets/assets/:id/handovers/v1',
    summary: 'Who has kept an asset, the newest first',
    access: permitted('list'),
    reach: 'company',
    namesUsers: 'inRowScope',
    params,
    reply: z.array(
      z.object({ id: z.string(), keeper: named, reason: z.string(), createTime: z.string(), createBy: person }),
    ),
  },
  depreciation: {
    method: 'GET',
    path: '/api/assets/assets/:id/depreciation/v1',
    summary: 'What an asset has lost of its value, month by month',
    access: permitted('list'),
    reach: 'company',
    params,
    reply: z.array(z.object({ month: z.string(), amount: z.string(), netValue: z.string() })),
  },
  scrap: {
    method: 'PUT',
    path: '/api/assets/assets/:id/scrap/v1',
    summary: 'Take an asset out of use, once an administrator has approved it',
    access: permitted('scrap'),
    reach: 'company',
    audit: { event: 'asset.scrapped' },
    approval: {
      title: '资产报废',
      fields: { reason: { label: '报废原因', at: 'body.reason', kind: 'text' } },
      by: 'administrators',
    },
    params,
    body: z.object({ reason: text(200, '请输入报废原因') }),
    reply: z.null(),
  },
  exportAssets: exportEndpoint({
    noun: 'assets',
    path: '/api/assets/assets/export/v1',
    event: 'assets.exported',
    namesUsers: 'inRowScope',
    filter: z.omit(assetsQuery, { page: true, size: true, sort: true }),
    sheet: assetSheet,
  }),
})

export const { errors: assetsErrors } = defineErrors(
  { from: 100_010, to: 100_029 },
  {
    categoryMissing: { code: 100_011, msg: '资产分类不存在' },
    scrapped: { code: 100_012, msg: '该资产已报废' },
    scrapIsApproved: { code: 100_013, msg: '报废须提交审批，请使用“报废”' },
    depreciated: { code: 100_014, msg: '已计提折旧的资产不能删除，也不能修改分类、购入价格和购入日期' },
    keptAlready: { code: 100_015, msg: '该资产已由此人保管' },
    numberTaken: { code: 100_016, msg: '资产编号已存在' },
    keeperMissing: { code: 100_017, msg: '保管人不存在' },
    orgMissing: { code: 100_018, msg: '所属组织不存在' },
  },
)

/** What operators set. */
export const assetSettings = defineSettings({
  'assets.numberPrefix': {
    name: '资产编号前缀',
    desc: '新增资产的编号以此开头，例如 ZC-2026-000001',
    kind: 'string',
    value: 'ZC-',
  },
})

export const assetsWords = {
  assets: '资产管理',
  'asset.created': '新增资产',
  'asset.updated': '修改资产',
  'asset.removed': '删除资产',
  'asset.handedOver': '交接资产',
  'asset.scrapped': '报废资产',
  'assets.exported': '导出资产',
} as const
