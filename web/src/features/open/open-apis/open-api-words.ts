import type { OpenApiAudience, OpenParam } from '@atrium/contract/features/open/open-apis/open-api-fields.ts'
import { t } from '../../../ui/texts.ts'

export const apiLabels = {
  name: t('接口名称'),
  code: t('编码'),
  category: t('分类'),
  kind: t('类型'),
  apiId: t('对应接口'),
  target: t('转发地址'),
  sandbox: t('沙箱地址'),
  method: t('请求方式'),
  path: t('开放路径'),
  apiVersion: t('版本'),
  params: t('参数'),
  rate: t('调用上限'),
  audience: t('可授权范围'),
  request: t('请求体结构'),
  reply: t('返回结构'),
  sample: t('返回示例'),
  doc: t('说明文档'),
} as const
export const audienceNames: Readonly<Record<OpenApiAudience, string>> = {
  all: t('所有公司的应用'),
  platform: t('仅平台的应用'),
}
export const paramPlaces: Readonly<Record<OpenParam['in'], string>> = {
  path: t('路径'),
  query: t('查询', { context: 'param' }),
}
export const paramTypes: Readonly<Record<OpenParam['type'], string>> = {
  string: t('文本'),
  integer: t('整数'),
  number: t('数字'),
  boolean: t('是/否'),
}
