import { documentsContract } from '@atrium/contract/features/content/documents/documents.contract.ts'
import { call } from '../../../kernel/api/call.ts'
import { saveFrom } from '../../../ui/save-from.ts'

/**
 * Downloads a version of a file, the newest one unless a number is given.
 * @throws once the failure is shown
 */
export const startDownload = async (id: string, number?: number): Promise<void> => {
  const body = number === undefined ? {} : { number }
  const { url, title } = await call(documentsContract.download, { params: { id }, body })
  saveFrom(url, title)
}
