import {
  type RegistrationRow,
  registrationsContract,
} from '@atrium/contract/features/identity/registrations/registrations.contract.ts'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { userName } from '../../../shared/people/user-name.ts'
import { RejectForm } from '../../../shared/requests/reject-form.tsx'
import './registrations.css'

const { list, reject } = registrationsContract

/** Rejects a registration. */
export const RejectRegistrationForm = (drawer: RowDrawerProps<RegistrationRow>) => (
  <RejectForm
    {...drawer}
    title={`驳回注册申请：${userName(drawer.row)}`}
    verb="驳回"
    endpoint={reject}
    invalidates={[list]}
    note={<p className="registration-note">原因会用短信告诉申请人，对方可以重新提交申请。</p>}
    placeholder="例如：公司信息与营业执照不一致"
  />
)
