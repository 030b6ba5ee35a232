import {
  type AppRequestRow,
  appRequestApproval,
} from '@atrium/contract/features/open/portal-apps/app-request-fields.ts'
import { appRequestsContract } from '@atrium/contract/features/open/portal-apps/app-requests.contract.ts'
import type * as z from 'zod/mini'
import { invalidate } from '../../../kernel/api/use-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { DateTimeField, TextAreaField } from '../../../kernel/forms/fields.tsx'
import { RejectForm } from '../../../shared/forms/reject-form.tsx'
import { Note } from '../../../ui/note.tsx'
import { affectedReads } from './app-request-words.ts'

const { approvals, approveRequest, rejectRequest } = appRequestsContract
type Values = z.input<typeof appRequestApproval>
type FormProps = { row: AppRequestRow; onClosed: () => void }

/** Approves a request for an application, until an end. */
export const ApproveForm = ({ row, onClosed }: FormProps) => {
  const write = useWrite(approveRequest, { invalidates: affectedReads })
  return (
    <DrawerForm
      title={`通过申请：${row.user.name}`}
      act="通过"
      schema={appRequestApproval}
      labels={{ until: '使用至', reason: '备注' }}
      initial={{ until: row.until, reason: '', version: row.version }}
      busy={write.isPending}
      error={write.error}
      onSubmit={(body) =>
        write.mutateAsync({ params: { id: row.id }, body }).catch((error) => {
          // Another approver may have been faster: the list shows it.
          void invalidate(approvals)
          throw error
        })
      }
      onClosed={onClosed}
    >
      <Note>{`通过后，${row.user.name} 可使用应用“${row.app.name}”。`}</Note>
      <DateTimeField<Values> name="until" placeholder="不限" />
      <TextAreaField<Values> name="reason" maxLength={200} placeholder="选填" />
    </DrawerForm>
  )
}

/** Rejects a request for an application. */
export const RejectAppForm = ({ row, onClosed }: FormProps) => (
  <RejectForm
    row={row}
    title={`驳回申请：${row.user.name}`}
    verb="驳回"
    endpoint={rejectRequest}
    invalidates={affectedReads}
    note={<Note>原因将告知申请人。</Note>}
    placeholder="例如：该岗位无需使用"
    onSaved={() => undefined}
    onClosed={onClosed}
  />
)
