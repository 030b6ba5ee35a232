import type { CustomKind } from '@atrium/contract/kernel/custom-fields.ts'
import type { FieldEffect } from '@atrium/contract/kernel/restrictions.ts'
import { t } from '../../../ui/texts.ts'

export const kindNames: Record<CustomKind, string> = {
  text: t('文本'),
  number: t('数字'),
  money: t('金额'),
  date: t('日期'),
  choice: t('选项'),
  person: t('人员'),
  organization: t('组织'),
  switch: t('是/否'),
}
export const effectNames: Record<FieldEffect, string> = { hide: t('不显示'), mask: t('部分显示'), readonly: t('只读') }
export const fieldLabels = {
  entity: t('对象'),
  name: t('字段名称'),
  key: t('标识'),
  kind: t('类型'),
  dictionary: t('字典分组'),
  help: t('提示文字'),
  pattern: t('格式（正则表达式）'),
  required: t('必填'),
  unique: t('唯一'),
  searchable: t('可筛选和排序'),
  listed: t('在列表中显示'),
  sort: t('排序'),
  status: t('状态'),
} as const
export const statusOptions = [
  { value: 1, label: t('启用') },
  { value: 0, label: t('停用') },
] as const
