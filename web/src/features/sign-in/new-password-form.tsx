import { signInErrors } from '@atrium/contract/features/sign-in/sign-in.errors.ts'
import { newPassword, passwordRule } from '@atrium/contract/kernel/fields.ts'
import { type FormEvent, useRef, useState } from 'react'
import { CallError } from '../../kernel/api/call-error.ts'
import { showFailure } from '../../kernel/api/failure-toast.ts'
import { PasswordInput } from '../../ui/password-input.tsx'
import { PlainButton } from '../../ui/plain-button.tsx'
import { type Policy, passwordRules, strengthOf } from './password-rules.ts'
import { finish, type Step } from './sign-in-flow.ts'

type Props = {
  policy: Policy
  onStep: (step: Step) => void
  /** Back to the first step, with the reason when it was not the person's wish. */
  onBack: (reason?: string) => void
}

const problemWith = (password: string, { max }: Policy): string | undefined => {
  const result = newPassword.safeParse(password)
  if (!result.success) return result.error.issues[0]?.message
  return password.length > max ? `密码不符合规则：最多 ${max} 位` : undefined
}
const belongToThePassword: readonly number[] = [signInErrors.weakPassword.code, signInErrors.samePassword.code]

/** The forced change: the account opens only with a password of its owner's own. */
export const NewPasswordForm = ({ policy, onStep, onBack }: Props) => {
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [mismatch, setMismatch] = useState<string>()
  const passwordInput = useRef<HTMLInputElement>(null)
  const repeatedInput = useRef<HTMLInputElement>(null)
  const strength = strengthOf(password, policy)

  const check = (): boolean => {
    const wrong = problemWith(password, policy)
    const differs = wrong || repeated === password ? undefined : '两次输入的密码不一致'
    setProblem(wrong)
    setMismatch(differs)
    if (wrong) passwordInput.current?.focus()
    else if (differs) repeatedInput.current?.focus()
    return !wrong && !differs
  }

  const refused = (error: unknown) => {
    if (!(error instanceof CallError)) throw error
    if (error.code === signInErrors.attemptExpired.code) return onBack(error.msg)
    const ofField = error.errors?.find(({ field }) => field.endsWith('newPassword'))?.msg
    if (!ofField && !belongToThePassword.includes(error.code)) return showFailure(error)
    setProblem(ofField ?? error.msg)
    passwordInput.current?.select()
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !check()) return
    setBusy(true)
    try {
      onStep(await finish(password))
    } catch (error) {
      refused(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className="sign-in-form" noValidate onSubmit={submit}>
      <PasswordInput
        ref={passwordInput}
        label="新密码"
        autoComplete="new-password"
        autoFocus
        value={password}
        onChange={(typed) => {
          setPassword(typed)
          setProblem(undefined)
        }}
        error={problem}
      />
      <div className="password-strength" data-level={strength.level}>
        <span className="password-strength-bar" aria-hidden="true" />
        <span role="status">{strength.text && `密码强度：${strength.text}`}</span>
      </div>
      <ul className="password-rules" aria-label={passwordRule}>
        {passwordRules(password, policy).map(({ text, met }) => (
          <li key={text} data-met={met}>
            {text}
            <span className="visually-hidden">{met ? '（已满足）' : '（未满足）'}</span>
          </li>
        ))}
      </ul>
      <PasswordInput
        ref={repeatedInput}
        label="确认新密码"
        autoComplete="new-password"
        value={repeated}
        onChange={(typed) => {
          setRepeated(typed)
          setMismatch(undefined)
        }}
        error={mismatch}
      />
      <PlainButton type="submit" kind="primary" busy={busy}>
        修改密码并登录
      </PlainButton>
      <PlainButton onClick={() => onBack()}>返回登录</PlainButton>
    </form>
  )
}
