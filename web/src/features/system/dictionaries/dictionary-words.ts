import type { DictionaryItemRow } from '@atrium/contract/features/system/dictionaries/dictionaries.contract.ts'
import type { DictionaryColor } from '@atrium/contract/features/system/dictionaries/dictionary-query.contract.ts'
import { notedText } from '@atrium/contract/kernel/list-text.ts'
import { t } from '../../../ui/texts.ts'

export const itemLabels = {
  group: t('分组'),
  code: t('编码'),
  name: t('名称'),
  value: t('值'),
  parent: t('上级'),
  sort: t('排序'),
  color: t('颜色'),
  status: t('状态'),
  startTime: t('生效时间'),
  endTime: t('失效时间'),
  desc: t('描述'),
  tags: t('扩展信息'),
} as const
export const groupLabels = { code: t('分组编码'), name: t('分组名称'), sort: t('排序'), desc: t('描述') } as const

export const colorNames: Record<DictionaryColor, string> = {
  '': t('无'),
  accent: t('主题色'),
  good: t('绿色'),
  warn: t('橙色'),
  danger: t('红色'),
}
export const statusOptions = [
  { value: 1, label: t('启用') },
  { value: 0, label: t('停用') },
] as const
/** A company hides what the platform offers. */
export const layerStatusOptions = [
  { value: 1, label: t('显示', { context: 'state' }) },
  { value: 0, label: t('隐藏') },
] as const

export const itemName = ({ name, code }: Pick<DictionaryItemRow, 'name' | 'code'>): string => notedText(name, code)

type Stated = Pick<DictionaryItemRow, 'status' | 'retired' | 'startTime' | 'endTime' | 'platform'>
/** Whether an item can be chosen, and why not. */
export const stateText = ({ status, retired, startTime, platform }: Stated): string => {
  if (status === 0) return platform && platform.status === 1 ? t('已隐藏') : t('停用')
  if (!retired) return t('启用')
  return startTime !== null && Date.parse(startTime) > Date.now() ? t('未生效') : t('已失效')
}
