import { downloadSheet } from '@atrium/contract/features/content/documents/document-downloads.sheet.ts'
import {
  type DownloadRow,
  documentReadersContract,
} from '@atrium/contract/features/content/documents/document-readers.contract.ts'
import { defineSource } from '../../../kernel/sheets/sheet-source.ts'

export const downloadSource = defineSource<DownloadRow, (typeof downloadSheet)['fields']>({
  sheet: downloadSheet,
  exports: documentReadersContract.exportDownloads,
  cells: {
    createTime: ({ createTime }, clock) => clock(createTime),
    createBy: ({ createBy }) => createBy.name,
    number: ({ number }) => `第 ${number} 版`,
    way: ({ linkBy }) => downloadSheet.fields.way.choices[linkBy ? 'link' : 'right'],
    linkBy: ({ linkBy }) => linkBy?.name ?? '',
    ip: ({ ip }) => ip,
  },
})
