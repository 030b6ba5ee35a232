import {
  type MembershipInvitationRow,
  membershipInvitationDays,
  membershipsContract,
} from '@atrium/contract/features/people/memberships/memberships.contract.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { TextAreaField, TextField } from '../../../kernel/forms/fields.tsx'
import { WriteForm } from '../../../kernel/forms/write-form.tsx'
import type { ListFormProps } from '../../../kernel/listing/list-form.ts'
import { t } from '../../../ui/texts.ts'

const { list, create } = membershipsContract
type Values = InputOf<typeof create>['body']

/** Invites a user; the reply does not reveal whether the account exists. */
export const InviteForm = ({ onSaved, onClosed }: ListFormProps<MembershipInvitationRow>) => {
  return (
    <WriteForm
      title={t('邀请成员')}
      act={t('邀请成员')}
      endpoint={create}
      labels={{ target: t('邀请对象'), note: t('留言') }}
      initial={{ target: '', note: '' }}
      invalidates={[list]}
      onDone={({ id }) => onSaved(id)}
      onClosed={onClosed}
    >
      <TextField<Values>
        name="target"
        required
        maxLength={254}
        placeholder={t('对方的账号、手机号或邮箱')}
        help={t(
          '须与对方登录时使用的完全一致。为保护隐私，不提示账号是否存在；{membershipInvitationDays} 天内未答复即失效',
          { membershipInvitationDays },
        )}
      />
      <TextAreaField<Values>
        name="note"
        maxLength={100}
        placeholder={t('例如：请协助三季度审计')}
        help={t('对方可见此留言')}
      />
    </WriteForm>
  )
}
