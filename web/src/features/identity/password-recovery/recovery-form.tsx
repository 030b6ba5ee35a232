import { passwordRecoveryContract } from '@atrium/contract/features/identity/password-recovery/password-recovery.contract.ts'
import { signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import type { PasswordPolicy } from '@atrium/contract/kernel/password-policy.ts'
import { type FormEvent, useRef, useState } from 'react'
import { call } from '../../../kernel/api/call.ts'
import { CallError, isOutage } from '../../../kernel/api/call-error.ts'
import { showFailure } from '../../../kernel/api/failure-toast.ts'
import { focusFirstInvalid } from '../../../kernel/forms/focus-first-invalid.ts'
import { useBusy } from '../../../kernel/forms/use-busy.ts'
import { NewPasswordInput } from '../../../shared/passwords/new-password-input.tsx'
import { VerificationCodeInput } from '../../../shared/verification-codes/verification-code-input.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { PlainTabs } from '../../../ui/plain-tabs.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { accountProblem, type Channel, fieldOf, type Problems, problemsWith } from './recovery-problems.ts'

type Props = { policy: PasswordPolicy; captchaWanted: boolean; onDone: () => void }

const channels = [
  { key: 'sms', text: '短信验证' },
  { key: 'mail', text: '邮箱验证' },
] as const satisfies { key: Channel; text: string }[]

/** The account, the channel of the code, and once it is sent the new password. */
export const RecoveryForm = ({ policy, captchaWanted, onDone }: Props) => {
  const [account, setAccount] = useState('')
  const [channel, setChannel] = useState<Channel>('sms')
  const [uuid, setUuid] = useState<string>()
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [problems, setProblems] = useState<Problems>({})
  const form = useRef<HTMLFormElement>(null)

  /** Shows the problems and focuses the first. Returns whether there are none. */
  const showProblems = (found: Problems): boolean => {
    setProblems(found)
    return focusFirstInvalid(form.current, found)
  }
  const checkAccount = (): boolean => {
    const wrong = { account: accountProblem(account) }
    setProblems((shown) => ({ ...shown, ...wrong }))
    return focusFirstInvalid(form.current, wrong)
  }
  /** Clears a field's problem while it is edited. */
  const typed = (field: keyof Problems, set: (value: string) => void) => (value: string) => {
    set(value)
    setProblems((shown) => ({ ...shown, [field]: undefined }))
  }
  const change = (next: Channel) => {
    setChannel(next)
    setUuid(undefined)
    setCode('')
    setProblems({})
  }

  const handleError = (error: unknown) => {
    if (!(error instanceof CallError)) throw error
    if (isOutage(error)) return showFailure(error)
    showProblems({ [fieldOf(error)]: error.errors?.[0]?.msg ?? error.msg })
  }
  const [busy, whileBusy] = useBusy(handleError)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !showProblems(problemsWith({ account, uuid, code, password, repeated }, policy)) || !uuid) return
    await whileBusy(async () => {
      await call(passwordRecoveryContract.confirm, { body: { account, uuid, code, password } }, { toasts: false })
      onDone()
    })
  }

  return (
    <form ref={form} className="entrance-form" noValidate onSubmit={submit}>
      <TextInput
        label="账号"
        name="account"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        autoFocus
        value={account}
        onChange={typed('account', setAccount)}
        error={problems.account}
      />
      <PlainTabs label="验证方式" tabs={channels} active={channel} onSelect={change}>
        <VerificationCodeInput
          key={channel}
          label={channel === 'sms' ? '短信验证码' : '邮件验证码'}
          name="code"
          value={code}
          onChange={typed('code', setCode)}
          error={problems.code}
          captchaEndpoint={signInContract.captcha}
          isCaptchaRequired={captchaWanted}
          validate={checkAccount}
          send={(proof) =>
            call(passwordRecoveryContract.send, { body: { account, channel, ...proof } }, { toasts: false })
          }
          onSent={setUuid}
        />
      </PlainTabs>
      {uuid && (
        <>
          <NewPasswordInput
            label="新密码"
            name="password"
            policy={policy}
            value={password}
            onChange={typed('password', setPassword)}
            onGenerated={setRepeated}
            error={problems.password}
          />
          <PasswordInput
            label="确认新密码"
            name="repeated"
            autoComplete="new-password"
            value={repeated}
            onChange={typed('repeated', setRepeated)}
            error={problems.repeated}
          />
        </>
      )}
      <PlainButton type="submit" kind="primary" busy={busy}>
        重置密码
      </PlainButton>
    </form>
  )
}
