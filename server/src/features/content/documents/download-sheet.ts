import { downloadSheet } from '@atrium/contract/features/content/documents/document-downloads.sheet.ts'
import {
  type DownloadRow,
  documentReadersContract,
} from '@atrium/contract/features/content/documents/document-readers.contract.ts'
import { t } from '@atrium/contract/kernel/texts.ts'
import { defineSource } from '../../../kernel/sheets/sheet-source.ts'

export const downloadSource = defineSource<DownloadRow, (typeof downloadSheet)['fields']>({
  sheet: downloadSheet,
  exports: documentReadersContract.exportDownloads,
  cells: {
    createTime: ({ createTime }, clock) => clock(createTime),
    createBy: ({ createBy }) => createBy.name,
    number: ({ number }) => t('第 {number} 版', { number }),
    way: ({ linkBy }) => downloadSheet.fields.way.choices[linkBy ? 'link' : 'right'],
    linkBy: ({ linkBy }) => linkBy?.name ?? '',
    ip: ({ ip }) => ip,
  },
})
