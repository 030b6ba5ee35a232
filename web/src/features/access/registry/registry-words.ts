import type { ApiRow } from '@atrium/contract/features/access/registry/apis.contract.ts'
import type { ElementRow } from '@atrium/contract/features/access/registry/elements.contract.ts'
import type { ModuleRow } from '@atrium/contract/features/access/registry/modules.contract.ts'
import { notedText } from '@atrium/contract/kernel/list-text.ts'
import { t } from '../../../ui/texts.ts'

export const appNames: Record<ModuleRow['app'], string> = {
  console: t('控制台'),
  front: t('门户'),
  open: t('开放平台'),
}
export const kindNames: Record<ElementRow['kind'], string> = {
  button: t('按钮'),
  page: t('页面'),
  field: t('字段'),
}
export const riskNames: Record<ElementRow['risk'], string> = { low: t('低'), mid: t('中'), high: t('高') }
export const authNames: Record<ApiRow['auth'], string> = {
  public: t('公开'),
  temporary: t('登录中'),
  login: t('登录', { context: 'access' }),
  perm: t('授权', { context: 'access' }),
}
export const stateNames: Record<ApiRow['state'], string> = {
  active: t('正常'),
  new: t('新增', { context: 'state' }),
  changed: t('有变更'),
  missing: t('已消失'),
  deprecated: t('已弃用'),
}

export const modeNames: Record<ApiRow['mode'], string> = { enforce: t('强制执行'), observe: t('观察') }
export const auditNames: Record<ApiRow['audit'], string> = {
  none: t('不记录'),
  meta: t('记录调用'),
  full: t('记录调用和参数'),
}
/** Audit level of an API and who set it. */
export const auditText = ({ audit, declaredAudit }: Pick<ApiRow, 'audit' | 'declaredAudit'>) =>
  notedText(
    auditNames[audit],
    audit === declaredAudit
      ? t('产品代码的声明')
      : t('产品代码声明为{declaredAudit}', { declaredAudit: auditNames[declaredAudit] }),
  )
export const perNames: Record<NonNullable<ApiRow['rate']>['per'], string> = {
  second: t('每秒'),
  minute: t('每分钟'),
  hour: t('每小时'),
  day: t('每天'),
}
/** Text of a rate limit. */
export const rateText = (rate: ApiRow['rate']) =>
  rate ? t('每人{per}最多 {n} 次', { per: perNames[rate.per], n: rate.n }) : t('不限制')

/** Options of a select in the order of the names. */
export const toOptions = <V extends string>(names: Record<V, string>) =>
  (Object.entries(names) as [V, string][]).map(([value, label]) => ({ value, label }))

export const moduleLabels = {
  code: t('模块编码'),
  name: t('模块名称'),
  app: t('应用'),
  sort: t('排序'),
  desc: t('描述'),
} as const
export const elementLabels = {
  moduleId: t('模块'),
  operation: t('操作编码'),
  name: t('权限点名称'),
  kind: t('类型'),
  field: t('限制的字段'),
  risk: t('风险等级'),
  sort: t('排序'),
  desc: t('描述'),
} as const
export const apiLabels = {
  method: t('请求方法'),
  path: t('接口地址'),
  name: t('接口名称'),
  module: t('模块'),
  auth: t('调用条件'),
  rate: t('频率限制'),
  mfa: t('要求验证身份'),
  audit: t('审计'),
  deprecated: t('已弃用'),
  desc: t('描述'),
} as const

export const fixedByCode = t('由产品代码设定，不能修改')

export const elementName = ({ name, code }: Pick<ElementRow, 'name' | 'code'>) => notedText(name, code)
export const toAddress = ({ method, path }: Pick<ApiRow, 'method' | 'path'>) => `${method} ${path}`

/** Only undeclared entries can be deleted: custom ones, and those the code no longer declares. */
export const isRemovable = ({ origin, state }: Pick<ApiRow, 'origin' | 'state'>) =>
  origin === 'custom' || state === 'missing'
