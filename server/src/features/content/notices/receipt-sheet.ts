import { type ReceiptRow, receiptsContract } from '@atrium/contract/features/content/notices/receipts.contract.ts'
import { receiptSheet } from '@atrium/contract/features/content/notices/receipts.sheet.ts'
import { defineSource } from '../../../kernel/sheets/sheet-source.ts'

export const receiptSource = defineSource<ReceiptRow, (typeof receiptSheet)['fields']>({
  sheet: receiptSheet,
  exports: receiptsContract.exportReceipts,
  cells: {
    name: ({ name }) => name,
    account: ({ account }) => account,
    org: ({ org }) => org,
    company: ({ company }) => company,
    state: ({ state }) => receiptSheet.fields.state.choices[state],
    readTime: ({ readTime }, clock) => clock(readTime),
    ackTime: ({ ackTime }, clock) => clock(ackTime),
  },
})
