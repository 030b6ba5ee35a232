import { ownJobsContract } from '@atrium/contract/features/operations/jobs/jobs.contract.ts'
import { call } from '../../../kernel/api/call.ts'
import { saveFrom } from '../../../ui/save-from.ts'

/** Downloads the workbook of errors that a run has left. */
export const downloadErrors = async (runId: string): Promise<void> => {
  // The call shows its failure.
  const file = await call(ownJobsContract.errors, { params: { id: runId } }).catch(() => undefined)
  if (file) saveFrom(file.url, file.name)
}
