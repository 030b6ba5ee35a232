import {
  type ApprovalRow,
  approvalsContract,
} from '@atrium/contract/features/communication/approvals/approvals.contract.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { TextAreaField, TextField } from '../../../kernel/forms/fields.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { RejectForm } from '../../../shared/forms/reject-form.tsx'
import { Note } from '../../../ui/note.tsx'
import { t } from '../../../ui/texts.ts'
import { toast } from '../../../ui/toast.ts'

const { list, get, counts, approve, refuse, delegate } = approvalsContract
/** Reads that a decision changes. */
export const approvalReads = [list, get, counts]

/** Says what has become of the call: it may have been approved and not carried out. */
const sayOutcome = ({ state, reason }: { state: string; reason: string }) => {
  if (state !== 'failed') return toast.success(t('操作成功'))
  toast.error(t('已通过，但未能执行'), { detail: reason, seconds: 8 })
}

/** Approves the present step. */
export const ApproveCallForm = ({ row: { id, name, version }, onSaved, onClosed }: RowDrawerProps<ApprovalRow>) => {
  const write = useWrite(approve, {
    invalidates: approvalReads,
    silentSuccess: true,
    onDone: (outcome) => {
      sayOutcome(outcome)
      onSaved(id)
    },
  })
  return (
    <DrawerForm
      title={t('通过审批：{name}', { name })}
      act={t('通过')}
      schema={approve.body}
      labels={{ reason: t('意见') }}
      initial={{ reason: '', version }}
      busy={write.isPending}
      error={write.error}
      onSubmit={(body) => write.mutateAsync({ params: { id }, body })}
      onClosed={onClosed}
    >
      <Note space="form">{t('最后一步通过后，按发起人的身份执行。')}</Note>
      <TextAreaField<{ reason: string }> name="reason" maxLength={200} required={false} />
    </DrawerForm>
  )
}

/** Refuses what was asked for. */
export const RefuseCallForm = (drawer: RowDrawerProps<ApprovalRow>) => (
  <RejectForm
    {...drawer}
    title={t('驳回审批：{name}', { name: drawer.row.name })}
    verb={t('驳回')}
    endpoint={refuse}
    invalidates={approvalReads}
    placeholder={t('例如：金额与合同不符')}
  />
)

/** Hands the present step over to a colleague. */
export const DelegateForm = ({ row: { id, name, version }, onSaved, onClosed }: RowDrawerProps<ApprovalRow>) => {
  const write = useWrite(delegate, { invalidates: approvalReads, onDone: () => onSaved(id) })
  return (
    <DrawerForm
      title={t('转交审批：{name}', { name })}
      act={t('转交')}
      schema={delegate.body}
      labels={{ account: t('同事的账号'), reason: t('说明') }}
      initial={{ account: '', reason: '', version }}
      busy={write.isPending}
      error={write.error}
      onSubmit={(body) => write.mutateAsync({ params: { id }, body })}
      onClosed={onClosed}
    >
      <TextField<{ account: string }> name="account" maxLength={64} />
      <TextAreaField<{ reason: string }> name="reason" maxLength={200} required={false} />
    </DrawerForm>
  )
}
