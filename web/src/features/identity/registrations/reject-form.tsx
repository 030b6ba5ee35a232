import {
  type RegistrationRow,
  registrationsContract,
} from '@atrium/contract/features/identity/registrations/registrations.contract.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { useWrite } from '../../../kernel/api/use-endpoint.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { TextAreaField } from '../../../kernel/forms/fields.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import './registrations.css'

const { list, reject } = registrationsContract
type Values = InputOf<typeof reject>['body']

/** Rejects a registration with a reason. */
export const RejectForm = ({ row, onSaved, onClosed }: RowDrawerProps<RegistrationRow>) => {
  const write = useWrite(reject, { invalidates: [list], onDone: () => onSaved(row.id) })
  return (
    <DrawerForm
      title={`驳回注册申请：${row.name}（${row.account}）`}
      danger="驳回"
      schema={reject.body}
      labels={{ reason: '原因' }}
      initial={{ reason: '', version: row.version }}
      busy={write.isPending}
      error={write.error}
      onSubmit={(body) => write.mutateAsync({ params: { id: row.id }, body })}
      onClosed={onClosed}
    >
      <p className="registration-note">原因会用短信告诉申请人，对方可以重新提交申请。</p>
      <TextAreaField<Values> name="reason" maxLength={200} placeholder="例如：企业信息与营业执照不一致" />
    </DrawerForm>
  )
}
