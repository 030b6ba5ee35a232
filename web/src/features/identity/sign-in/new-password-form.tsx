import { signInErrors } from '@atrium/contract/features/identity/sign-in/sign-in.errors.ts'
import type { PasswordPolicy } from '@atrium/contract/kernel/password-policy.ts'
import { type FormEvent, useRef, useState } from 'react'
import { CallError, isOutage } from '../../../kernel/api/call-error.ts'
import { showFailure } from '../../../kernel/api/failure-toast.ts'
import { useBusy } from '../../../kernel/forms/use-busy.ts'
import { NewPasswordInput, validateNewPassword } from '../../../ui/new-password-input.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { t } from '../../../ui/texts.ts'
import { advance, type Step } from './sign-in-flow.ts'

type Props = {
  policy: PasswordPolicy
  /** Chosen in the second step, sent with the last one. */
  trustDevice: boolean
  onStep: (step: Step) => void
  /** Back to the first step, with a reason unless the user chose it. */
  onBack: (reason?: string) => void
}

/** The forced change of an initial or expired password. */
export const NewPasswordForm = ({ policy, trustDevice, onStep, onBack }: Props) => {
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [problem, setProblem] = useState<string>()
  const [mismatch, setMismatch] = useState<string>()
  const passwordInput = useRef<HTMLInputElement>(null)
  const repeatedInput = useRef<HTMLInputElement>(null)

  const check = (): boolean => {
    const wrong = validateNewPassword(password, policy)
    const mismatchMessage = wrong || repeated === password ? undefined : t('两次输入的密码不一致')
    setProblem(wrong)
    setMismatch(mismatchMessage)
    if (wrong) passwordInput.current?.focus()
    else if (mismatchMessage) repeatedInput.current?.focus()
    return !wrong && !mismatchMessage
  }

  const handleError = (error: unknown) => {
    if (!(error instanceof CallError)) throw error
    if (error.code === signInErrors.attemptExpired.code) return onBack(error.msg)
    if (isOutage(error)) return showFailure(error)
    setProblem(error.errors?.find(({ field }) => field === 'newPassword')?.msg ?? error.msg)
    passwordInput.current?.select()
  }
  const [busy, whileBusy] = useBusy(handleError)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !check()) return
    await whileBusy(async () => onStep(await advance({ newPassword: password, trustDevice })))
  }

  return (
    <form className="entrance-form" noValidate onSubmit={submit}>
      <NewPasswordInput
        ref={passwordInput}
        label={t('新密码')}
        policy={policy}
        autoFocus
        value={password}
        onChange={(typed) => {
          setPassword(typed)
          setProblem(undefined)
        }}
        onGenerated={setRepeated}
        error={problem}
      />
      <PasswordInput
        ref={repeatedInput}
        label={t('确认新密码')}
        autoComplete="new-password"
        value={repeated}
        onChange={(typed) => {
          setRepeated(typed)
          setMismatch(undefined)
        }}
        error={mismatch}
      />
      <PlainButton type="submit" kind="primary" busy={busy}>
        {t('修改密码并登录')}
      </PlainButton>
      <PlainButton onClick={() => onBack()}>{t('返回登录')}</PlainButton>
    </form>
  )
}
