import {
  type BatchImpact,
  type UserBatch,
  userStatusContract,
} from '@atrium/contract/features/people/users/user-status.contract.ts'
import type { UserRow } from '@atrium/contract/features/people/users/users.contract.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import type { BatchDrawerProps } from '../../../kernel/listing/batch-action.ts'
import { affected } from './affected-reads.ts'
import { BatchImpactCard, type Verb } from './impact-card.tsx'
import { useImpact } from './use-impact.ts'
import { nameLookup } from './user-words.ts'

/** Changes several users; the impact is shown in the form first. */
export const useBatch = (verb: Verb, { rows, onDone }: Pick<BatchDrawerProps<UserRow>, 'rows' | 'onDone'>) => {
  const [impact, confirms] = useImpact<BatchImpact>()
  const write = useWrite(userStatusContract.batch, { confirms, invalidates: affected, onDone, silentSuccess: true })
  return {
    send: (batch: Omit<UserBatch, 'ids'>) => write.mutateAsync({ body: { ...batch, ids: rows.map(({ id }) => id) } }),
    busy: write.isPending,
    error: write.error,
    consequences: <BatchImpactCard impact={impact} verb={verb} nameOf={nameLookup(rows)} />,
  }
}
