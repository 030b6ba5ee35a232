import type { EnterpriseRow } from '@atrium/contract/features/identity/enterprises/enterprise-fields.ts'
import { RowDetails } from '../../../kernel/listing/row-details.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { t } from '../../../ui/texts.ts'
import { enterpriseFacts } from './enterprise-facts.tsx'

/** All data of a registered company. */
export const EnterpriseDetails = ({ row, onClosed }: RowDrawerProps<EnterpriseRow>) => (
  <RowDetails title={t('公司认证：{name}', { name: row.name })} facts={enterpriseFacts(row)} onClosed={onClosed} />
)
