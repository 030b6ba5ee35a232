import type { ErrorSpec } from './errors.ts'

/** Why a workbook or CSV file is not read. The server adds the place and the limit. */
export const workbookErrors = {
  empty: { code: 422, msg: '文件为空' },
  notAWorkbook: { code: 422, msg: '该文件不是 .xlsx 工作簿或 CSV、TSV 文件，请用 Excel 另存为 .xlsx 后重新上传' },
  oldFormat: { code: 422, msg: '不支持 .xls 格式，请另存为 .xlsx 后重新上传' },
  binaryFormat: { code: 422, msg: '不支持 .xlsb 格式，请另存为 .xlsx 后重新上传' },
  lockFile: { code: 422, msg: '这是 Excel 打开文件时生成的临时文件，请上传同一文件夹中名称不带“~$”的原文件' },
  encrypted: { code: 422, msg: '工作簿已加密，请取消加密后重新上传' },
  macros: { code: 422, msg: '不支持带宏的工作簿，请另存为不带宏的 .xlsx 后重新上传' },
  externalLinks: { code: 422, msg: '工作簿引用了其他文件，请断开链接后重新上传' },
  damaged: { code: 422, msg: '文件已损坏或不完整，请用 Excel 打开并另存后重新上传' },
  declarations: { code: 422, msg: '工作簿含有不允许的声明（DTD），请用 Excel 另存为 .xlsx 后重新上传' },
  unknownEncoding: { code: 422, msg: '无法识别文件编码，请另存为 UTF-8 编码的 CSV 后重新上传' },
  openQuote: { code: 422, msg: '引号未成对，请检查该行及其后的内容' },
  fileTooLarge: { code: 422, msg: '文件过大，请拆分后重新上传' },
  contentTooLarge: { code: 422, msg: '文件解压后的内容过多，请拆分后重新上传' },
  tooManySheets: { code: 422, msg: '工作表过多，请删除多余的工作表' },
  tooManyRows: { code: 422, msg: '行数超过上限，请拆分后重新上传' },
  tooManyColumns: { code: 422, msg: '列数超过上限，请删除多余的列' },
  tooManyCells: { code: 422, msg: '有内容的单元格过多，请拆分后重新上传' },
  textTooLong: { code: 422, msg: '单元格的内容过长' },
  tooSlow: { code: 422, msg: '读取文件用时过长，请拆分后重新上传' },
} as const satisfies Record<string, ErrorSpec>
