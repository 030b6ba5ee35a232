import type { OpenApiAudience, OpenParam } from '@atrium/contract/features/open/open-apis/open-api-fields.ts'

export const apiLabels = {
  name: '接口名称',
  code: '编码',
  category: '分类',
  kind: '类型',
  apiId: '对应接口',
  target: '转发地址',
  sandbox: '沙箱地址',
  method: '请求方式',
  path: '开放路径',
  apiVersion: '版本',
  params: '参数',
  rate: '调用上限',
  audience: '可授权范围',
  request: '请求体结构',
  reply: '返回结构',
  sample: '返回示例',
  doc: '说明文档',
} as const
export const audienceNames: Readonly<Record<OpenApiAudience, string>> = {
  all: '所有公司的应用',
  platform: '仅平台的应用',
}
export const paramPlaces: Readonly<Record<OpenParam['in'], string>> = { path: '路径', query: '查询' }
export const paramTypes: Readonly<Record<OpenParam['type'], string>> = {
  string: '文本',
  integer: '整数',
  number: '数字',
  boolean: '是/否',
}
