import { levelNames } from '@atrium/contract/features/content/documents/document-fields.ts'
import { type DocumentRow, documentsContract } from '@atrium/contract/features/content/documents/documents.contract.ts'
import { documentSheet } from '@atrium/contract/features/content/documents/documents.sheet.ts'
import { defineSource } from '../../../kernel/sheets/sheet-source.ts'

export const documentSource = defineSource<DocumentRow, (typeof documentSheet)['fields']>({
  sheet: documentSheet,
  exports: documentsContract.exportDocuments,
  cells: {
    title: ({ title }) => title,
    folderTitle: ({ folderTitle }) => folderTitle,
    mime: ({ mime }) => mime,
    size: ({ size }) => size,
    versions: ({ versions }) => versions,
    level: ({ level }) => levelNames[level],
    createTime: ({ createTime }, clock) => clock(createTime),
    createBy: ({ createBy }) => createBy.name,
    updateTime: ({ updateTime }, clock) => clock(updateTime),
    updateBy: ({ updateBy }) => updateBy.name,
  },
})
