import {
  crudEndpoints,
  defineContract,
  defineErrors,
  defineModuleContract,
  defineSheet,
  exportEndpoint,
  type InputOf,
  id,
  listQuery,
  permitted,
  rowBase,
  shortCode,
  text,
  version,
  z,
} from '@atrium/kit/contract'

const assetWrite = z.object({ name: text(60, '请输入资产名称'), code: shortCode })
export type AssetWrite = z.input<typeof assetWrite>
const assetRow = z.object({ ...rowBase, name: z.string(), code: z.string() })
export type AssetRow = z.output<typeof assetRow>

/** Assets in sheets. */
export const assetSheet = defineSheet({
  entity: 'asset',
  title: '资产',
  fields: {
    name: { title: '资产名称', kind: 'text', sample: '笔记本电脑', width: 24 },
    code: { title: '编码', kind: 'text', sample: 'notebook-1', width: 20 },
    createBy: { title: '创建人', kind: 'text' },
    createTime: { title: '创建时间', kind: 'datetime' },
  },
  keys: [['code'], ['name']],
})

const assetsQuery = listQuery({ sortable: ['name', 'code', 'createTime'] })
export const assetsContract = defineContract('assets', {
  ...crudEndpoints({
    noun: 'asset',
    path: '/api/assets',
    query: assetsQuery,
    row: assetRow,
    create: assetWrite,
    update: z.extend(assetWrite, { version }),
  }),
  addedBy: {
    method: 'GET',
    path: '/api/assets/added/:userId',
    summary: 'The newest assets that a user has added',
    access: permitted('list'),
    reach: 'company',
    params: z.object({ userId: z.uuid() }),
    reply: z.array(z.object({ id: z.string(), name: z.string(), code: z.string(), createTime: z.string() })),
  },
  scrap: {
    method: 'PUT',
    path: '/api/assets/:id/scrap/v1',
    summary: 'Take an asset out of use, once an administrator has approved it',
    access: permitted('scrap'),
    reach: 'company',
    audit: { event: 'asset.scrapped' },
    approval: {
      title: '资产报废',
      fields: { reason: { label: '报废原因', at: 'body.reason', kind: 'text' } },
      by: 'administrators',
    },
    params: z.object({ id }),
    body: z.object({ reason: text(200, '请输入报废原因') }),
    reply: z.null(),
  },
  exportAssets: exportEndpoint({
    noun: 'assets',
    path: '/api/assets/export/v1',
    event: 'assets.exported',
    namesUsers: 'none',
    filter: z.omit(assetsQuery, { page: true, size: true, sort: true }),
    sheet: assetSheet,
  }),
})
export type AssetsExport = InputOf<typeof assetsContract.exportAssets>['body']

export const { block: assetsBlock, errors: assetsErrors } = defineErrors(
  { from: 100_000, to: 100_049 },
  {
    nameTaken: { code: 100_001, msg: '资产名称已存在' },
    codeTaken: { code: 100_002, msg: '资产编码已存在' },
    scrapped: { code: 100_003, msg: '该资产已报废' },
  },
)

export const words = {
  assets: '资产管理',
  'asset.created': '新增资产',
  'asset.updated': '修改资产',
  'asset.removed': '删除资产',
  'asset.scrapped': '报废资产',
  'assets.exported': '导出资产',
} as const

export const contract = defineModuleContract({
  name: 'assets',
  title: '资产管理',
  errorBlock: assetsBlock,
  words,
  feature: {
    sort: 9000,
    forCompanies: true,
    contracts: { assets: assetsContract },
    errors: { assets: assetsErrors },
    fieldWords: [assetSheet],
    menus: [
      { code: 'assets', sort: 90, name: '资产', icon: 'package', path: 'assets' },
      {
        code: 'assets.list',
        parent: 'assets',
        sort: 10,
        name: '资产管理',
        icon: 'package',
        path: 'assets/list',
        component: 'assets/list',
        needs: 'assets:list',
      },
    ],
  },
})
