import { passwordRecoveryContract } from '@atrium/contract/features/identity/password-recovery/password-recovery.contract.ts'
import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import type { PasswordPolicy } from '@atrium/contract/kernel/password-policy.ts'
import { type FormEvent, useState } from 'react'
import { call } from '../../../kernel/api/call.ts'
import { CallError, isOutage } from '../../../kernel/api/call-error.ts'
import { showFailure } from '../../../kernel/api/failure-toast.ts'
import { useBusy } from '../../../kernel/forms/use-busy.ts'
import { type FieldOf, usePlainForm } from '../../../kernel/forms/use-plain-form.ts'
import { NewPasswordInput } from '../../../ui/new-password-input.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { PlainTabs } from '../../../ui/plain-tabs.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { t } from '../../../ui/texts.ts'
import { VerificationCodeInput } from '../sign-in/public/verification-code-input.tsx'
import { accountProblem, type Channel, findField, problemsWith } from './recovery-problems.ts'

type Props = { policy: PasswordPolicy; captchaWanted: boolean; onDone: () => void }

const channels = [
  { key: 'sms', text: t('短信验证') },
  { key: 'mail', text: t('邮箱验证') },
] as const satisfies { key: Channel; text: string }[]

const emptyFields = { account: '', code: '', password: '', repeated: '' }
type PasswordTwiceProps = {
  policy: PasswordPolicy
  field: FieldOf<typeof emptyFields>
  onGenerated: (password: string) => void
}

/** The new password, and once more. */
const PasswordTwice = ({ policy, field, onGenerated }: PasswordTwiceProps) => (
  <>
    <NewPasswordInput {...field('password')} label={t('新密码')} policy={policy} onGenerated={onGenerated} />
    <PasswordInput {...field('repeated')} label={t('确认新密码')} autoComplete="new-password" />
  </>
)

/** The account, the channel of the code, and once it is sent the new password. */
export const RecoveryForm = ({ policy, captchaWanted, onDone }: Props) => {
  const [channel, setChannel] = useState<Channel>('sms')
  const [uuid, setUuid] = useState<string>()
  const { values, set, field, form, show, update } = usePlainForm(emptyFields)
  const { account, code, password } = values

  const change = (next: Channel) => {
    setChannel(next)
    setUuid(undefined)
    set('code', '')
    show({})
  }

  const handleError = (error: unknown) => {
    if (!(error instanceof CallError)) throw error
    if (isOutage(error)) return showFailure(error)
    show({ [findField(error)]: error.errors?.[0]?.msg ?? error.msg })
  }
  const [busy, whileBusy] = useBusy(handleError)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !show(problemsWith({ ...values, uuid }, policy)) || !uuid) return
    await whileBusy(async () => {
      await call(passwordRecoveryContract.confirm, { body: { account, uuid, code, password } }, { toasts: false })
      onDone()
    })
  }

  return (
    <form ref={form} className="entrance-form" noValidate onSubmit={submit}>
      <TextInput
        {...field('account')}
        label={t('账号')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        autoFocus
      />
      <PlainTabs label={t('验证方式')} tabs={channels} active={channel} onSelect={change}>
        <VerificationCodeInput
          key={channel}
          {...field('code')}
          label={channel === 'sms' ? t('短信验证码') : t('邮件验证码')}
          captchaEndpoint={signInContract.captcha}
          isCaptchaRequired={captchaWanted}
          validate={() => update({ account: accountProblem(account) })}
          send={(proof) =>
            call(passwordRecoveryContract.send, { body: { account, channel, ...proof } }, { toasts: false })
          }
          onSent={setUuid}
        />
      </PlainTabs>
      {uuid && <PasswordTwice policy={policy} field={field} onGenerated={(generated) => set('repeated', generated)} />}
      <PlainButton type="submit" kind="primary" busy={busy}>
        {t('重置密码')}
      </PlainButton>
    </form>
  )
}
