import { documentAccessContract } from '@atrium/contract/features/content/documents/document-access.contract.ts'
import { documentTrashContract } from '@atrium/contract/features/content/documents/document-trash.contract.ts'
import { documentsContract } from '@atrium/contract/features/content/documents/documents.contract.ts'

/** Reads to refetch after a change: folders count their files, and rights decide what is shown. */
export const affectedReads = [
  documentsContract.list,
  documentsContract.folders,
  documentsContract.get,
  documentTrashContract.trashed,
  documentAccessContract.access,
] as const
