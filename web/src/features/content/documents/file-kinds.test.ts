import { expect, it } from 'vitest'
import { fileKind, fileKindNames } from './file-kinds.ts'

it.each([
  ['员工手册.pdf', 'application/pdf', 'PDF'],
  ['花名册.XLSX', 'application/zip', '表格'],
  ['人员.csv', 'text/plain', '表格'],
  ['说明.md', 'text/plain', '文本'],
  ['架构图.png', 'image/png', '图片'],
  ['演示', 'video/mp4', '视频'],
  ['未知.bin', 'application/octet-stream', '其他文件'],
])('calls %s of %s %s', (title, mime, name) => expect(fileKindNames[fileKind({ title, mime })]).toBe(name))
