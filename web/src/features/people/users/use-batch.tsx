import {
  type BatchImpact,
  type UserBatch,
  userBatchContract,
} from '@atrium/contract/features/people/users/user-batch.contract.ts'
import type { UserRow } from '@atrium/contract/features/people/users/users.contract.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import type { BatchDrawerProps } from '../../../kernel/listing/batch-action.ts'
import { affected } from './affected-reads.ts'
import { BatchImpactCard, type BatchWords } from './impact-card.tsx'
import { useImpact } from './use-impact.ts'
import { nameLookup } from './user-words.ts'

type WithoutIds<Batch> = Batch extends unknown ? Omit<Batch, 'ids'> : never

/** Changes several users; the impact is shown in the form first. */
export const useBatch = (words: BatchWords, { rows, onDone }: Pick<BatchDrawerProps<UserRow>, 'rows' | 'onDone'>) => {
  const [impact, confirms] = useImpact<BatchImpact>()
  const write = useWrite(userBatchContract.batch, { confirms, invalidates: affected, onDone, silentSuccess: true })
  return {
    send: (batch: WithoutIds<UserBatch>) => write.mutateAsync({ body: { ...batch, ids: rows.map(({ id }) => id) } }),
    busy: write.isPending,
    error: write.error,
    consequences: <BatchImpactCard impact={impact} words={words} nameOf={nameLookup(rows)} />,
  }
}
