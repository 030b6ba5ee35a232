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
import { t } from '../../../ui/texts.ts'
import { affectedReads } from './app-request-words.ts'

const { approvals, approveRequest, rejectRequest } = appRequestsContract
type Values = z.input<typeof appRequestApproval>
type FormProps = { row: AppRequestRow; onClosed: () => void }

/** Approves a request for an application, until an end. */
export const ApproveForm = ({ row, onClosed }: FormProps) => {
  const write = useWrite(approveRequest, { invalidates: affectedReads })
  return (
    <DrawerForm
      title={t('通过申请：{name}', { name: row.user.name })}
      act={t('通过')}
      schema={appRequestApproval}
      labels={{ until: t('使用至'), reason: t('备注') }}
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
      <Note>{t('通过后，{name} 可使用应用“{name2}”。', { name: row.user.name, name2: row.app.name })}</Note>
      <DateTimeField<Values> name="until" placeholder={t('不限')} />
      <TextAreaField<Values> name="reason" maxLength={200} placeholder={t('选填')} />
    </DrawerForm>
  )
}

/** Rejects a request for an application. */
export const RejectAppForm = ({ row, onClosed }: FormProps) => (
  <RejectForm
    row={row}
    title={t('驳回申请：{name}', { name: row.user.name })}
    verb={t('驳回')}
    endpoint={rejectRequest}
    invalidates={affectedReads}
    note={<Note>{t('原因将告知申请人。')}</Note>}
    placeholder={t('例如：该岗位无需使用')}
    onSaved={() => undefined}
    onClosed={onClosed}
  />
)
