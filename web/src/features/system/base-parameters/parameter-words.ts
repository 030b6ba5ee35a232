import type { ParameterKind } from '@atrium/contract/features/system/base-parameters/parameter-value.ts'
import { parameterKinds } from '@atrium/contract/features/system/base-parameters/parameter-value.ts'

/** Labels of the parameter kinds. */
export const kindLabels: Record<ParameterKind, string> = {
  string: '文本',
  number: '数字',
  bool: '是/否',
  enum: '枚举',
  json: 'JSON',
  secret: '密钥',
}

export const kindOptions = parameterKinds.map((kind) => ({ value: kind, label: kindLabels[kind] }))

/** Labels of the parameter fields, for forms, dialogs and the history. */
export const fieldLabels = {
  code: '参数编码',
  name: '参数名称',
  kind: '类型',
  options: '可选值',
  value: '参数值',
  desc: '描述',
  tags: '其他参数',
} as const

/** Name of a parameter in dialogs. */
export const parameterName = ({ name, code }: { name: string; code: string }) => `${name}（${code}）`
