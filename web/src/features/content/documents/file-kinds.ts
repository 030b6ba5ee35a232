import type { DocumentRow } from '@atrium/contract/features/content/documents/documents.contract.ts'
import { t } from '../../../ui/texts.ts'

export type FileKind =
  | 'pdf'
  | 'document'
  | 'sheet'
  | 'slides'
  | 'picture'
  | 'video'
  | 'audio'
  | 'archive'
  | 'text'
  | 'other'

export const fileKindNames: Readonly<Record<FileKind, string>> = {
  pdf: 'PDF',
  document: t('文档'),
  sheet: t('表格', { context: 'file' }),
  slides: t('演示文稿'),
  picture: t('图片'),
  video: t('视频'),
  audio: t('音频'),
  archive: t('压缩包'),
  text: t('文本'),
  other: t('其他文件'),
}

const endings: Readonly<Record<string, FileKind>> = {
  pdf: 'pdf',
  doc: 'document',
  docx: 'document',
  odt: 'document',
  rtf: 'document',
  wps: 'document',
  xls: 'sheet',
  xlsx: 'sheet',
  ods: 'sheet',
  csv: 'sheet',
  et: 'sheet',
  ppt: 'slides',
  pptx: 'slides',
  odp: 'slides',
  dps: 'slides',
  zip: 'archive',
  rar: 'archive',
  '7z': 'archive',
  gz: 'archive',
}
const families: Readonly<Record<string, FileKind>> = {
  image: 'picture',
  video: 'video',
  audio: 'audio',
  text: 'text',
}
const wholeTypes: Readonly<Record<string, FileKind>> = { 'application/pdf': 'pdf', 'application/json': 'text' }

/** What a file is, by its name where that says more than its content: a workbook is an archive inside. */
export const fileKind = ({ title, mime }: Pick<DocumentRow, 'title' | 'mime'>): FileKind => {
  const ending = title.slice(title.lastIndexOf('.') + 1).toLowerCase()
  return endings[ending] ?? wholeTypes[mime] ?? families[mime.split('/')[0] ?? ''] ?? 'other'
}
