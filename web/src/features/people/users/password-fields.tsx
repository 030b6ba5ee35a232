import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import * as z from 'zod/mini'
import { useRead } from '../../../kernel/api/use-read.ts'
import { SelectField, SwitchField } from '../../../kernel/forms/fields.tsx'
import { useFieldValue } from '../../../ui/form.tsx'
import { t } from '../../../ui/texts.ts'
import { NewPasswordField } from './new-password-field.tsx'

/** Whether the server generates the password or the caller types it. */
export const passwordSource = { by: z.enum(['server', 'typed']) }
type Values = { by: 'server' | 'typed'; password?: string; mustChange: boolean }

export const passwordLabels = { by: t('密码'), password: t('新密码'), mustChange: t('下次登录须修改密码') } as const

/** A typed password is sent; otherwise the server generates one. */
export const passwordToSend = ({ by, password }: { by: 'server' | 'typed'; password?: string | undefined }) =>
  by === 'typed' ? { password } : {}

const sourceOptions = [
  { value: 'server', label: t('由系统生成') },
  { value: 'typed', label: t('手动填写') },
]

/** Password of another user: generated or typed, and whether it must be changed at the next sign-in. */
export const PasswordFields = () => {
  const isTyped = useFieldValue('by') === 'typed'
  const { data: policy } = useRead(usersContract.passwordRules, {})
  return (
    <>
      <SelectField<Values> name="by" options={sourceOptions} help={!isTyped && t('密码仅显示一次，请转交本人')} />
      {isTyped && policy && (
        <div className="user-password">
          <NewPasswordField<Values> name="password" policy={policy} />
        </div>
      )}
      <SwitchField<Values> name="mustChange" />
    </>
  )
}
