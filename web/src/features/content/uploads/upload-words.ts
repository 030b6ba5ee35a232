import type { Purpose } from '@atrium/contract/features/content/uploads/file-types.ts'
import { labelledText } from '@atrium/contract/kernel/list-text.ts'
import { t } from '../../../ui/texts.ts'

const purposeWords: Readonly<Record<Purpose, string>> = {
  news: t('公告'),
  doc: t('文档'),
  portrait: t('头像'),
  company: t('公司标志'),
  excel: t('Excel 模板'),
}
export const purposeOptions = Object.entries(purposeWords).map(([value, label]) => ({ value, label }))
/** Name of a purpose; the purpose itself if it is unknown. */
export const purposeName = (biz: string): string =>
  biz === 'job' ? t('任务结果') : (purposeOptions.find(({ value }) => value === biz)?.label ?? biz)

const referenceWords: Readonly<Record<string, string>> = {
  portrait: t('用户头像'),
  logo: t('公司标志'),
  appLogo: t('应用图标'),
  document: t('文档'),
  notice: t('公告正文图片'),
  noticeFile: t('公告附件'),
  comment: t('评论附件'),
  jobRun: t('任务文件'),
}
/** Where a file is used, in words. */
export const referenceName = ({ kind, name }: { kind: string; name: string }): string => {
  const place = referenceWords[kind] ?? kind
  return name === '' ? place : labelledText(place, name)
}
