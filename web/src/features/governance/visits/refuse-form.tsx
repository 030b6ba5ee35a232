import {
  type VisitRequestRow,
  visitRejection,
  visitsContract,
} from '@atrium/contract/features/governance/visits/visits.contract.ts'
import type * as z from 'zod/mini'
import { useWrite } from '../../../kernel/api/use-endpoint.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { TextAreaField } from '../../../kernel/forms/fields.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'

type Values = z.output<typeof visitRejection>

/** Rejects a visit request with a reason. */
export const RefuseForm = ({ row, onSaved, onClosed }: RowDrawerProps<VisitRequestRow>) => {
  const write = useWrite(visitsContract.reject, {
    invalidates: [visitsContract.list],
    onDone: () => onSaved(row.id),
  })
  return (
    <DrawerForm
      title={`拒绝“${row.user.name}”访问`}
      danger="拒绝"
      schema={visitRejection}
      labels={{ reason: '原因' }}
      initial={{ reason: '', version: row.version }}
      busy={write.isPending}
      error={write.error}
      onSubmit={(body) => write.mutateAsync({ params: { id: row.id }, body })}
      onClosed={onClosed}
    >
      <TextAreaField<Values> name="reason" maxLength={200} placeholder="申请人会看到，例如：请先电话联系" />
    </DrawerForm>
  )
}
