import type { ParameterKind } from '@atrium/contract/features/system/base-parameters/parameter-value.ts'
import { parameterKinds } from '@atrium/contract/features/system/base-parameters/parameter-value.ts'
import { notedText } from '@atrium/contract/kernel/list-text.ts'
import { t } from '../../../ui/texts.ts'

/** Labels of the parameter kinds. */
export const kindLabels: Record<ParameterKind, string> = {
  string: t('文本'),
  number: t('数字'),
  bool: t('是/否'),
  enum: t('枚举'),
  json: 'JSON',
  secret: t('密钥'),
}

export const kindOptions = parameterKinds.map((kind) => ({ value: kind, label: kindLabels[kind] }))

/** Labels of the parameter fields, for forms, dialogs and the history. */
export const fieldLabels = {
  code: t('参数编码'),
  name: t('参数名称'),
  kind: t('类型'),
  options: t('可选值'),
  value: t('参数值'),
  desc: t('描述'),
  tags: t('其他参数'),
} as const

/** Name of a parameter in dialogs. */
export const parameterName = ({ name, code }: { name: string; code: string }) => notedText(name, code)
