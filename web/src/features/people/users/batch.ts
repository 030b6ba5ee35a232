import { type UserBatch, userStatusContract } from '@atrium/contract/features/people/users/user-status.contract.ts'
import { call } from '../../../kernel/api/call.ts'
import { invalidate } from '../../../kernel/api/use-read.ts'
import type { BatchOutcome } from '../../../kernel/listing/batch-action.ts'
import { affected } from './affected-reads.ts'

/** Runs a batch action that needs no confirmation. Returns the outcome per user. */
export const runBatch = async (
  action: Exclude<UserBatch['action'], 'lock' | 'disable' | 'delete'>,
  people: readonly { id: string }[],
): Promise<BatchOutcome> => {
  try {
    const body = { action, ids: people.map(({ id }) => id) }
    return await call(userStatusContract.batch, { body }, { silentSuccess: true })
  } finally {
    await Promise.all(affected.map(invalidate))
  }
}
