import type { Purpose } from '@atrium/contract/features/content/uploads/file-types.ts'

const purposeWords: Readonly<Record<Purpose, string>> = {
  news: '公告',
  doc: '文档',
  portrait: '头像',
  company: '公司标志',
  excel: 'Excel 模板',
}
export const purposeOptions = Object.entries(purposeWords).map(([value, label]) => ({ value, label }))
/** Name of a purpose; the purpose itself if it is unknown. */
export const purposeName = (biz: string): string =>
  biz === 'job' ? '任务结果' : (purposeOptions.find(({ value }) => value === biz)?.label ?? biz)

const referenceWords: Readonly<Record<string, string>> = {
  portrait: '用户头像',
  logo: '公司标志',
  appLogo: '应用图标',
  document: '文档',
  notice: '公告正文图片',
  noticeFile: '公告附件',
  jobRun: '任务文件',
}
/** Where a file is used, in words. */
export const referenceName = ({ kind, name }: { kind: string; name: string }): string =>
  `${referenceWords[kind] ?? kind}${name === '' ? '' : `：${name}`}`
