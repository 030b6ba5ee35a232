import type { ParameterKind } from '@atrium/contract/features/base-parameters/parameter-value.ts'
import { parameterKinds } from '@atrium/contract/features/base-parameters/parameter-value.ts'

/** What the kinds of parameters are called. */
export const kindLabels: Record<ParameterKind, string> = {
  string: '文本',
  number: '数字',
  bool: '是/否',
  enum: '枚举',
  json: 'JSON',
  secret: '密钥',
}

export const kindOptions = parameterKinds.map((kind) => ({ value: kind, label: kindLabels[kind] }))

/** What the fields of a parameter are called: in the form, in questions and in the history. */
export const fieldLabels = {
  code: '参数编码',
  name: '参数名称',
  kind: '类型',
  options: '可选值',
  value: '参数值',
  desc: '描述',
  tags: '参数标签',
} as const

/** What a parameter is called in questions about it. */
export const parameterName = ({ name, code }: { name: string; code: string }) => `${name}（${code}）`
