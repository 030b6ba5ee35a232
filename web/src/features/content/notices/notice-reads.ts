import { noticesContract } from '@atrium/contract/features/content/notices/notices.contract.ts'
import { publishedNoticesContract } from '@atrium/contract/features/content/notices/published-notices.contract.ts'
import { receiptsContract } from '@atrium/contract/features/content/notices/receipts.contract.ts'

const { published, publishedGet, bell } = publishedNoticesContract
/** Reads to refetch after a reader has read or confirmed. */
export const readersReads = [published, publishedGet, bell] as const
/** Reads to refetch after an author has changed a notice. */
export const authorsReads = [
  noticesContract.list,
  noticesContract.revisions,
  receiptsContract.receiptSums,
  ...readersReads,
] as const
