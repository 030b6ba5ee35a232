import type { FailedCall } from '@atrium/contract/features/audit/failures/failed-calls.contract.ts'
import { stateNames } from '@atrium/contract/features/audit/failures/failure-words.ts'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'

/** Whether a failure was handled. */
export const FailureState = ({ handled }: Pick<FailedCall, 'handled'>) => (
  <Tag tone={handled ? 'good' : 'warn'}>{t(stateNames[handled ? 'handled' : 'open'])}</Tag>
)
