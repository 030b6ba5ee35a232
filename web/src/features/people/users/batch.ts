import { userBatchContract } from '@atrium/contract/features/people/users/user-batch.contract.ts'
import { call } from '../../../kernel/api/call.ts'
import { invalidate } from '../../../kernel/api/use-read.ts'
import type { BatchOutcome } from '../../../kernel/listing/batch-action.ts'
import { affected } from './affected-reads.ts'

/**
 * Runs a batch action that needs no confirmation.
 * @returns the outcome per user
 */
export const runBatch = async (action: 'restore', people: readonly { id: string }[]): Promise<BatchOutcome> => {
  try {
    const body = { action, ids: people.map(({ id }) => id) }
    return await call(userBatchContract.batch, { body }, { silentSuccess: true })
  } finally {
    await Promise.all(affected.map(invalidate))
  }
}
