import { securityContract } from '@atrium/contract/features/identity/security/security.contract.ts'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { signInErrors } from '@atrium/contract/features/identity/sign-in/sign-in.errors.ts'
import { typedPassword } from '@atrium/contract/kernel/fields.ts'
import { validatePassword } from '@atrium/contract/kernel/password-rules.ts'
import { call } from '../../../kernel/api/call.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { useDrawerExit } from '../../../kernel/forms/use-drawer-exit.tsx'
import { NewPasswordInput } from '../../../ui/new-password-input.tsx'
import { Note } from '../../../ui/note.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { t } from '../../../ui/texts.ts'
import { refetchAffected } from './affected-reads.ts'
import { FormDrawer } from './form-drawer.tsx'
import type { DrawerProps } from './security-state.ts'
import { findProblem, useStepForm } from './use-step-form.ts'

/** Changes the password: old, new and repeated. */
export const PasswordDrawer = ({ state: { policy, sessions }, onClosed }: DrawerProps) => {
  const { data: user } = useRead(sessionContract.loginInfo, {}, { staleTime: Number.POSITIVE_INFINITY })
  const form = useStepForm({ oldPass: '', newPass: '', repeated: '' }, ({ oldPass, newPass, repeated }) => {
    const isSame = newPass !== '' && newPass === oldPass
    const wrong = isSame ? t(signInErrors.samePassword.msg) : validatePassword(newPass, policy)
    return {
      oldPass: findProblem(typedPassword, oldPass),
      newPass: wrong,
      repeated: wrong !== undefined || repeated === newPass ? undefined : t('两次输入的密码不一致'),
    }
  })
  const exit = useDrawerExit(form)
  const change = () =>
    form.submit(async () => {
      const { oldPass, newPass } = form.values
      await call(securityContract.changePassword, { body: { oldPass, newPass } })
      await refetchAffected()
      exit.close()
    })
  return (
    <FormDrawer
      title={t('修改登录密码')}
      exit={exit}
      onClosed={onClosed}
      form={form}
      confirm={t('修改密码')}
      onSubmit={() => void change()}
    >
      {sessions > 1 && (
        <Note space="small">
          {t('修改后，其他 {sessions} 台设备需要用新密码重新登录。', { sessions: sessions - 1 })}
        </Note>
      )}
      {/* Password managers need the account next to the password. */}
      <input hidden readOnly autoComplete="username" value={user?.account ?? ''} />
      <PasswordInput label={t('当前密码')} autoComplete="current-password" {...form.field('oldPass')} />
      <NewPasswordInput
        label={t('新密码')}
        policy={policy}
        {...form.field('newPass')}
        onGenerated={(password) => form.set('repeated', password)}
      />
      <PasswordInput label={t('确认新密码')} autoComplete="new-password" {...form.field('repeated')} />
    </FormDrawer>
  )
}
