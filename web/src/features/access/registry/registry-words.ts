import type { ApiRow } from '@atrium/contract/features/access/registry/apis.contract.ts'
import type { ElementRow } from '@atrium/contract/features/access/registry/elements.contract.ts'
import type { ModuleRow } from '@atrium/contract/features/access/registry/modules.contract.ts'

export const appNames: Record<ModuleRow['app'], string> = { console: '控制台', front: '门户', open: '开放平台' }
export const kindNames: Record<ElementRow['kind'], string> = {
  button: '按钮',
  page: '页面',
  field: '字段',
}
export const riskNames: Record<ElementRow['risk'], string> = { low: '低', mid: '中', high: '高' }
export const authNames: Record<ApiRow['auth'], string> = {
  public: '公开',
  temporary: '登录中',
  login: '登录',
  perm: '授权',
}
export const stateNames: Record<ApiRow['state'], string> = {
  active: '正常',
  new: '新增',
  changed: '有变更',
  missing: '已消失',
  deprecated: '已弃用',
}

export const modeNames: Record<ApiRow['mode'], string> = { enforce: '强制执行', observe: '观察' }
export const auditNames: Record<ApiRow['audit'], string> = {
  none: '不记录',
  meta: '记录调用',
  full: '记录调用和参数',
}
/** Audit level of an API and who set it. */
export const auditText = ({ audit, declaredAudit }: Pick<ApiRow, 'audit' | 'declaredAudit'>) =>
  `${auditNames[audit]}（${audit === declaredAudit ? '产品代码的声明' : `产品代码声明为${auditNames[declaredAudit]}`}）`
export const perNames: Record<NonNullable<ApiRow['rate']>['per'], string> = {
  second: '每秒',
  minute: '每分钟',
  hour: '每小时',
  day: '每天',
}
/** Text of a rate limit. */
export const rateText = (rate: ApiRow['rate']) => (rate ? `每人${perNames[rate.per]}最多 ${rate.n} 次` : '不限制')

/** Options of a select in the order of the names. */
export const toOptions = <V extends string>(names: Record<V, string>) =>
  (Object.entries(names) as [V, string][]).map(([value, label]) => ({ value, label }))

export const moduleLabels = { code: '模块编码', name: '模块名称', app: '应用', sort: '排序', desc: '描述' } as const
export const elementLabels = {
  moduleId: '模块',
  operation: '操作编码',
  name: '权限点名称',
  kind: '类型',
  field: '限制的字段',
  risk: '风险等级',
  sort: '排序',
  desc: '描述',
} as const
export const apiLabels = {
  method: '请求方法',
  path: '接口地址',
  name: '接口名称',
  module: '模块',
  auth: '调用条件',
  rate: '频率限制',
  mfa: '要求验证身份',
  audit: '审计',
  deprecated: '已弃用',
  desc: '描述',
} as const

export const fixedByCode = '由产品代码设定，不能修改'

export const elementName = ({ name, code }: Pick<ElementRow, 'name' | 'code'>) => `${name}（${code}）`
export const toAddress = ({ method, path }: Pick<ApiRow, 'method' | 'path'>) => `${method} ${path}`

/** Only undeclared entries can be deleted: custom ones, and those the code no longer declares. */
export const isRemovable = ({ origin, state }: Pick<ApiRow, 'origin' | 'state'>) =>
  origin === 'custom' || state === 'missing'
