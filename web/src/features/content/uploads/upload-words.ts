import type { Purpose } from '@atrium/contract/features/content/uploads/file-types.ts'
import type { FileState } from '@atrium/contract/features/content/uploads/uploads.contract.ts'

const purposeWords: Readonly<Record<Purpose, string>> = {
  news: '公告',
  doc: '文档',
  portrait: '头像',
  company: '公司标志',
  excel: 'Excel 模板',
}
export const purposeOptions = Object.entries(purposeWords).map(([value, label]) => ({ value, label }))
/** Name of a purpose; the purpose itself if it is unknown. */
export const purposeName = (biz: string): string => purposeOptions.find(({ value }) => value === biz)?.label ?? biz

export const stateWords: Readonly<Record<FileState, string>> = {
  ready: '可用',
  scanning: '查毒中',
  infected: '含病毒',
  unscanned: '查毒失败',
}
export const stateOptions = Object.entries(stateWords).map(([value, label]) => ({ value, label }))

const referenceWords: Readonly<Record<string, string>> = { portrait: '用户头像', logo: '公司标志' }
/** Where a file is used, in words. */
export const referenceName = ({ kind, name }: { kind: string; name: string }): string =>
  `${referenceWords[kind] ?? kind}${name === '' ? '' : `：${name}`}`

const units = ['B', 'KB', 'MB', 'GB'] as const
/** A size in the unit that fits. */
export const formatBytes = (bytes: number): string => {
  const at = Math.min(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024)), units.length - 1)
  return `${(bytes / 1024 ** at).toFixed(at === 0 ? 0 : 1)} ${units[at]}`
}
