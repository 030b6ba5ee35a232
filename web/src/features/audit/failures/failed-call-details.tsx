import type { FailedCall } from '@atrium/contract/features/audit/failures/failed-calls.contract.ts'
import { callText } from '@atrium/contract/features/audit/failures/failure-words.ts'
import { RowDetails } from '../../../kernel/listing/row-details.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { t } from '../../../ui/texts.ts'
import { useFailureFacts } from './use-failure-facts.tsx'

export const FailedCallDetails = ({ row, onClosed }: RowDrawerProps<FailedCall>) => (
  <RowDetails title={t('异常请求：{row}', { row: callText(row) })} facts={useFailureFacts(row)} onClosed={onClosed} />
)
