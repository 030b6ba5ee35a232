import {
  type RegistrationRow,
  registrationsContract,
} from '@atrium/contract/features/identity/registrations/registrations.contract.ts'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { RejectForm } from '../../../shared/forms/reject-form.tsx'
import { userName } from '../../../shared/texts/user-name.ts'
import { Note } from '../../../ui/note.tsx'
import { t } from '../../../ui/texts.ts'

const { list, reject } = registrationsContract

/** Rejects a registration. */
export const RejectRegistrationForm = (drawer: RowDrawerProps<RegistrationRow>) => (
  <RejectForm
    {...drawer}
    title={t('驳回注册申请：{row}', { row: userName(drawer.row) })}
    verb={t('驳回')}
    endpoint={reject}
    invalidates={[list]}
    note={<Note space="form">{t('原因将以短信告知申请人，申请人可重新提交。')}</Note>}
    placeholder={t('例如：公司信息与营业执照不一致')}
  />
)
