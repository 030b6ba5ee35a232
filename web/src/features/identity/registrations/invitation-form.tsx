import {
  type InvitationRow,
  invitationsContract,
} from '@atrium/contract/features/identity/registrations/registrations.contract.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { NumberField, TextField } from '../../../kernel/forms/fields.tsx'
import { WriteForm } from '../../../kernel/forms/write-form.tsx'
import type { ListFormProps } from '../../../kernel/listing/list-form.ts'
import { t } from '../../../ui/texts.ts'

const { list, create } = invitationsContract
type Values = InputOf<typeof create>['body']

/** Creates an invitation; the server generates the code. */
export const InvitationForm = ({ onSaved, onClosed }: ListFormProps<InvitationRow>) => {
  return (
    <WriteForm
      title={t('新增邀请码')}
      act={t('新增邀请码')}
      endpoint={create}
      labels={{ note: t('备注'), mostUses: t('可用次数'), days: t('有效天数') }}
      initial={{ note: '', mostUses: 1, days: 7 }}
      invalidates={[list]}
      onDone={({ id }) => onSaved(id)}
      onClosed={onClosed}
    >
      <TextField<Values> name="note" maxLength={60} placeholder={t('例如：三月入职的新同事')} />
      <NumberField<Values> name="mostUses" required help={t('每注册一人扣减一次')} />
      <NumberField<Values> name="days" required help={t('自创建时起算，最多 90 天')} />
    </WriteForm>
  )
}
