import { type VisitRequestRow, visitsContract } from '@atrium/contract/features/governance/visits/visits.contract.ts'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { RejectForm } from '../../../shared/forms/reject-form.tsx'
import { t } from '../../../ui/texts.ts'

/** Rejects a visit request. */
export const RefuseForm = (drawer: RowDrawerProps<VisitRequestRow>) => (
  <RejectForm
    {...drawer}
    title={t('拒绝“{name}”访问', { name: drawer.row.user.name })}
    verb={t('拒绝')}
    endpoint={visitsContract.reject}
    invalidates={[visitsContract.list]}
    placeholder={t('申请人可见，例如：请先电话联系')}
  />
)
