import { securityContract } from '@atrium/contract/features/security/security.contract.ts'
import { sessionContract } from '@atrium/contract/features/session/session.contract.ts'
import { signInErrors } from '@atrium/contract/features/sign-in/sign-in.errors.ts'
import { typedPassword } from '@atrium/contract/kernel/fields.ts'
import { problemWithPassword } from '@atrium/contract/kernel/password-rules.ts'
import { call } from '../../kernel/api/call.ts'
import { useRead } from '../../kernel/api/use-endpoint.ts'
import { NewPasswordInput } from '../../kernel/passwords/new-password-input.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { readAgain } from './affected-reads.ts'
import { FormDrawer } from './form-drawer.tsx'
import type { DrawerProps } from './security-state.ts'
import { useExit } from './use-exit.tsx'
import { problemOf, useStepForm } from './use-step-form.ts'

/** Changes the password: the old one, a new one that satisfies the rules, and the new one again. */
export const PasswordDrawer = ({ state: { policy, sessions }, onClosed }: DrawerProps) => {
  const { data: who } = useRead(sessionContract.loginInfo, {}, { staleTime: Number.POSITIVE_INFINITY })
  const form = useStepForm({ oldPass: '', newPass: '', repeated: '' }, ({ oldPass, newPass, repeated }) => {
    const isSame = newPass !== '' && newPass === oldPass
    const wrong = isSame ? signInErrors.samePassword.msg : problemWithPassword(newPass, policy)
    return {
      oldPass: problemOf(typedPassword, oldPass),
      newPass: wrong,
      repeated: wrong !== undefined || repeated === newPass ? undefined : '两次输入的密码不一致',
    }
  })
  const exit = useExit(form)
  const change = () =>
    form.submit(async () => {
      const { oldPass, newPass } = form.values
      await call(securityContract.changePassword, { body: { oldPass, newPass } })
      await readAgain()
      exit.close()
    })
  return (
    <FormDrawer
      title="修改登录密码"
      exit={exit}
      onClosed={onClosed}
      form={form}
      confirm="确定"
      onSubmit={() => void change()}
    >
      {sessions > 1 && <p className="security-note">修改后，其他 {sessions - 1} 台设备需要用新密码重新登录。</p>}
      {/* Password managers keep a password under the account they find beside it. */}
      <input hidden readOnly autoComplete="username" value={who?.account ?? ''} />
      <PasswordInput label="当前密码" autoComplete="current-password" {...form.field('oldPass')} />
      <NewPasswordInput
        label="新密码"
        policy={policy}
        {...form.field('newPass')}
        onGenerated={(password) => form.set('repeated', password)}
      />
      <PasswordInput label="确认新密码" autoComplete="new-password" {...form.field('repeated')} />
    </FormDrawer>
  )
}
