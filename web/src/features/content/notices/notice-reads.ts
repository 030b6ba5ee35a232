import { noticesContract } from '@atrium/contract/features/content/notices/notices.contract.ts'
import { receiptsContract } from '@atrium/contract/features/content/notices/receipts.contract.ts'
import { readersReads } from './readers-reads.ts'

/** Reads to refetch after an author has changed a notice. */
export const authorsReads = [
  noticesContract.list,
  noticesContract.revisions,
  receiptsContract.receiptSums,
  ...readersReads,
] as const
