import { usersContract } from '@atrium/contract/features/users/users.contract.ts'
import * as z from 'zod/mini'
import { useRead } from '../../kernel/api/use-endpoint.ts'
import { SelectField, SwitchField } from '../../kernel/forms/fields.tsx'
import { NewPasswordField } from '../../kernel/passwords/new-password-field.tsx'
import { useFieldValue } from '../../ui/form.tsx'

/** Who thinks of the password. */
export const passwordMaker = { by: z.enum(['server', 'typed']) }
type Values = { by: 'server' | 'typed'; password?: string; mustChange: boolean }

export const passwordLabels = { by: '密码', password: '新密码', mustChange: '下次登录须修改密码' } as const

/** A password that was typed is sent; otherwise the server makes one. */
export const sentPassword = ({ by, password }: { by: 'server' | 'typed'; password?: string | undefined }) =>
  by === 'typed' ? { password } : {}

const makers = [
  { value: 'server', label: '由系统生成' },
  { value: 'typed', label: '自己填写' },
]

/** A password for somebody else: made by the server or typed, and whether it is only good for the first sign-in. */
export const PasswordFields = () => {
  const isTyped = useFieldValue('by') === 'typed'
  const { data: policy } = useRead(usersContract.passwordRules, {})
  return (
    <>
      <SelectField<Values> name="by" options={makers} help={!isTyped && '确定后显示一次，请转交本人'} />
      {isTyped && policy && (
        <div className="user-password">
          <NewPasswordField<Values> name="password" policy={policy} />
        </div>
      )}
      <SwitchField<Values> name="mustChange" />
    </>
  )
}
