import { type VisitRequestRow, visitsContract } from '@atrium/contract/features/governance/visits/visits.contract.ts'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { RejectForm } from '../../../shared/forms/reject-form.tsx'

/** Rejects a visit request. */
export const RefuseForm = (drawer: RowDrawerProps<VisitRequestRow>) => (
  <RejectForm
    {...drawer}
    title={`拒绝“${drawer.row.user.name}”访问`}
    verb="拒绝"
    endpoint={visitsContract.reject}
    invalidates={[visitsContract.list]}
    placeholder="申请人可见，例如：请先电话联系"
  />
)
