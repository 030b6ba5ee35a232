import { documentsContract } from '@atrium/contract/features/content/documents/documents.contract.ts'
import { call } from '../../../kernel/api/call.ts'

/** Saves the file of an address under its name. */
export const saveFrom = ({ url, title }: { url: string; title: string }): void => {
  const link = document.createElement('a')
  link.href = url
  link.download = title
  link.click()
}

/** Downloads a version of a file, the newest one unless a number is given. Throws once the failure is shown. */
export const startDownload = async (id: string, number?: number): Promise<void> => {
  const body = number === undefined ? {} : { number }
  saveFrom(await call(documentsContract.download, { params: { id }, body }))
}
