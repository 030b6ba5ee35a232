import type { FailedCall } from '@atrium/contract/features/audit/failures/failed-calls.contract.ts'
import { Tag } from '../../../ui/tag.tsx'
import { stateNames } from './failure-words.ts'

/** Whether a failure was handled. */
export const FailureState = ({ handled }: Pick<FailedCall, 'handled'>) => (
  <Tag tone={handled ? 'good' : 'warn'}>{stateNames[handled ? 'handled' : 'open']}</Tag>
)
