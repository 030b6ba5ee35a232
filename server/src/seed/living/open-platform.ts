import { openApisContract } from '@atrium/contract/features/open/open-apis/open-apis.contract.ts'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import { webhooksContract } from '@atrium/contract/features/open/webhooks/webhooks.contract.ts'
import type { RequestOf } from '@atrium/contract/kernel/endpoint.ts'
import type { Insider } from './insiders.repository.ts'
import type { ProductCalls } from './product-calls.ts'

const dayMs = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString()

type NewApi = Omit<RequestOf<typeof openApisContract.create>['body'], 'kind' | 'apiId' | 'target'>
/** `opens` is the product's own call, `leadsTo` an address of a business system. */
type Api = NewApi & { opens?: string; leadsTo?: string; state?: 'draft' | 'deprecated' }

const warehouse = {
  in: 'query' as const,
  name: 'warehouse',
  type: 'string' as const,
  required: true,
  default: '',
  desc: '仓库编码',
}
const apis: readonly Api[] = [
  {
    code: 'posts',
    name: '查询岗位',
    category: '组织人事',
    method: 'GET',
    path: '/open/v1/posts',
    opens: '/api/sys/posts/v1',
    doc: '按名称或编码查询岗位，每页最多 100 条。',
  },
  {
    code: 'organizations',
    name: '查询组织',
    category: '组织人事',
    method: 'GET',
    path: '/open/v1/orgs',
    opens: '/api/sys/orgs/v1',
    doc: '返回一个组织的下级组织；不传上级时返回第一级。',
  },
  {
    code: 'stock',
    name: '查询库存',
    category: '仓储',
    method: 'GET',
    path: '/open/v1/stock',
    leadsTo: 'https://erp.example.com/stock',
    params: [warehouse],
    doc: '按仓库查询可用库存，数据每五分钟更新。',
    rate: { perMinute: 600, perDay: 200_000 },
  },
  {
    code: 'inbound',
    name: '登记入库',
    category: '仓储',
    method: 'POST',
    path: '/open/v1/inbound',
    leadsTo: 'https://erp.example.com/inbound',
    request: JSON.stringify({ type: 'object', properties: { sku: { type: 'string' }, quantity: { type: 'integer' } } }),
    doc: '登记一笔入库。同一单号重复提交时返回首次的结果。',
    rate: { perMinute: 120, perDay: 20_000 },
  },
  {
    code: 'attendance',
    name: '上报考勤',
    category: '组织人事',
    method: 'POST',
    path: '/open/v1/attendance',
    leadsTo: 'https://hr.example.com/attendance',
    doc: '考勤机每五分钟上报一次打卡记录。',
  },
  {
    code: 'stock-v0',
    name: '查询库存（旧版）',
    category: '仓储',
    method: 'GET',
    path: '/open/v1/stock-list',
    leadsTo: 'https://erp.example.com/stock-list',
    doc: '请改用“查询库存”。',
    state: 'deprecated',
  },
  {
    code: 'outbound',
    name: '登记出库',
    category: '仓储',
    method: 'POST',
    path: '/open/v1/outbound',
    leadsTo: 'https://erp.example.com/outbound',
    doc: '',
    state: 'draft',
  },
]

/**
 * Opens APIs of the product and of business systems as the operator.
 * @param findApi finds the id of a call of the product
 * @returns their ids by code
 */
export const openApis = async (
  calls: ProductCalls,
  { token }: Insider,
  findApi: (method: string, path: string) => Promise<string>,
): Promise<ReadonlyMap<string, string>> => {
  const ids = new Map<string, string>()
  for (const { opens, leadsTo = '', state, ...api } of apis) {
    const own = opens === undefined ? null : await findApi(api.method, opens)
    const kind = opens === undefined ? ('target' as const) : ('own' as const)
    const body = { ...api, kind, apiId: own, target: leadsTo }
    const { id } = await calls.call(openApisContract.create, { body }, token)
    ids.set(api.code, id)
    if (state === 'draft') continue
    await calls.call(openApisContract.issue, { params: { id } }, token)
    if (state === 'deprecated')
      await calls.call(openApisContract.deprecate, { params: { id }, body: { sunset: inDays(45) } }, token)
  }
  return ids
}

const apps = [
  {
    name: '仓储系统',
    desc: '扫码枪与货架系统，出入库和盘点',
    contact: '仓储部 8012',
    apis: ['stock', 'inbound', 'posts', 'stock-v0'],
    hooks: [
      { url: 'https://wms.example.com/hooks/atrium', events: ['post.created', 'post.updated', 'organization.updated'] },
      { url: 'https://backup.example.com/hooks', events: ['user.created', 'user.updated'] },
    ],
    secretDays: 40,
  },
  {
    name: '考勤机网关',
    desc: '各分公司考勤机的打卡记录',
    contact: '行政部 8003',
    apis: ['attendance', 'organizations'],
    hooks: [{ url: 'https://gate.example.com/people', events: ['user.created', 'user.updated'] }],
    secretDays: 12,
  },
  {
    name: '经营分析平台',
    desc: '每晚汇总组织、岗位和库存',
    contact: '数据中心 8020',
    apis: ['stock', 'organizations', 'posts'],
    hooks: [],
    secretDays: 300,
  },
  {
    name: '移动审批',
    desc: '试运行中，下季度上线',
    contact: '信息部 8001',
    apis: ['organizations'],
    hooks: [],
    secretDays: 80,
  },
]

export type SeededApp = { name: string; id: string; secretId: string; apiIds: string[]; hookIds: string[] }

/** Adds applications with secrets, grants and webhooks in the name of a company's administrator. */
export const addApps = async (
  calls: ProductCalls,
  { token }: Insider,
  apiIds: ReadonlyMap<string, string>,
): Promise<SeededApp[]> => {
  const added: SeededApp[] = []
  for (const { name, desc, contact, apis: granted, hooks, secretDays } of apps) {
    const { id } = await calls.call(openAppsContract.create, { body: { name, desc, contact } }, token)
    const params = { id }
    const secret = { params, body: { expireTime: inDays(secretDays), overlapHours: null } }
    const { id: secretId } = await calls.call(openAppsContract.addSecret, secret, token)
    const ids = granted.flatMap((code) => apiIds.get(code) ?? [])
    await calls.call(openAppsContract.grant, { params, body: { apiIds: ids, reason: desc } }, token)
    const hookIds: string[] = []
    for (const body of hooks) hookIds.push((await calls.call(webhooksContract.addHook, { params, body }, token)).id)
    added.push({ name, id, secretId, apiIds: ids, hookIds })
  }
  return added
}
