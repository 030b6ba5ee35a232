import type { AccessRequestRow } from '@atrium/contract/features/governance/explain/access-request-row.ts'
import {
  accessRequestRejection,
  accessRequestsContract,
} from '@atrium/contract/features/governance/explain/access-requests.contract.ts'
import type * as z from 'zod/mini'
import { useWrite } from '../../../kernel/api/use-endpoint.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { TextAreaField } from '../../../kernel/forms/fields.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { affectedReads } from './affected-reads.ts'
import './explain.css'

type Values = z.output<typeof accessRequestRejection>

/** Rejects a request with a reason. */
export const RejectForm = ({ row, onSaved, onClosed }: RowDrawerProps<AccessRequestRow>) => {
  const write = useWrite(accessRequestsContract.reject, { invalidates: affectedReads, onDone: () => onSaved(row.id) })
  return (
    <DrawerForm
      title={`驳回权限申请：${row.user.name}（${row.user.account}）`}
      danger="驳回"
      schema={accessRequestRejection}
      labels={{ reason: '原因' }}
      initial={{ reason: '', version: row.version }}
      busy={write.isPending}
      error={write.error}
      onSubmit={(body) => write.mutateAsync({ params: { id: row.id }, body })}
      onClosed={onClosed}
    >
      <p className="explain-note">申请人会看到原因，可以再次申请。</p>
      <TextAreaField<Values> name="reason" maxLength={200} placeholder="例如：导出请走数据审批流程" />
    </DrawerForm>
  )
}
