import type { DictionaryItemRow } from '@atrium/contract/features/system/dictionaries/dictionaries.contract.ts'
import type { DictionaryColor } from '@atrium/contract/features/system/dictionaries/dictionary-query.contract.ts'

export const itemLabels = {
  group: '分组',
  code: '编码',
  name: '名称',
  value: '值',
  parent: '上级',
  sort: '排序',
  color: '颜色',
  status: '状态',
  startTime: '生效时间',
  endTime: '失效时间',
  desc: '描述',
  tags: '扩展信息',
} as const
export const groupLabels = { code: '分组编码', name: '分组名称', sort: '排序', desc: '描述' } as const

export const colorNames: Record<DictionaryColor, string> = {
  '': '无',
  accent: '主题色',
  good: '绿色',
  warn: '橙色',
  danger: '红色',
}
export const statusOptions = [
  { value: 1, label: '启用' },
  { value: 0, label: '停用' },
] as const
/** A company hides what the platform offers. */
export const layerStatusOptions = [
  { value: 1, label: '显示' },
  { value: 0, label: '隐藏' },
] as const

export const itemName = ({ name, code }: Pick<DictionaryItemRow, 'name' | 'code'>): string => `${name}（${code}）`

type Stated = Pick<DictionaryItemRow, 'status' | 'retired' | 'startTime' | 'endTime' | 'platform'>
/** Whether an item can be chosen, and why not. */
export const stateText = ({ status, retired, startTime, platform }: Stated): string => {
  if (status === 0) return platform && platform.status === 1 ? '已隐藏' : '停用'
  if (!retired) return '启用'
  return startTime !== null && Date.parse(startTime) > Date.now() ? '未生效' : '已失效'
}
