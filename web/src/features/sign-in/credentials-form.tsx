import { verifyBody } from '@atrium/contract/features/sign-in/sign-in.contract.ts'
import { signInErrors } from '@atrium/contract/features/sign-in/sign-in.errors.ts'
import { type FormEvent, useRef, useState } from 'react'
import { CallError } from '../../kernel/api/call-error.ts'
import { showFailure } from '../../kernel/api/failure-toast.ts'
import { CaptchaImage } from '../../ui/captcha-image.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { PlainButton } from '../../ui/plain-button.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { begin, type Step } from './sign-in-flow.ts'
import { useCaptcha } from './use-captcha.ts'

type Props = {
  /** The captcha is demanded before the first attempt. */
  captchaAlways: boolean
  /** Why the person is back here. */
  notice: string | undefined
  onStep: (step: Step) => void
  onTyping: () => void
}
type Problems = { account?: string | undefined; password?: string | undefined; captcha?: string | undefined }

const problemOf = (field: 'account' | 'password', value: string): string | undefined => {
  const result = verifyBody.shape[field].safeParse(value)
  return result.success ? undefined : result.error.issues[0]?.message
}
const asksForCaptcha = ({ data }: CallError) =>
  typeof data === 'object' && data !== null && 'needCaptcha' in data && data.needCaptcha === true
/** What concerns the attempt is said beside the button; everything else is a toast. */
const ofTheAttempt: readonly number[] = [
  signInErrors.wrongCredentials.code,
  signInErrors.wrongCaptcha.code,
  signInErrors.tooManyFailures.code,
]

/** Account, password, and a captcha when the server wants one. */
export const CredentialsForm = ({ captchaAlways, notice, onStep, onTyping }: Props) => {
  const [account, setAccount] = useState('')
  const [password, setPassword] = useState('')
  const [answer, setAnswer] = useState('')
  const [demanded, setDemanded] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const [refusal, setRefusal] = useState(notice)
  const accountInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)
  const answerInput = useRef<HTMLInputElement>(null)
  const withCaptcha = captchaAlways || demanded
  const { captcha, failed, renew } = useCaptcha(withCaptcha)

  /** What is being mended is not blamed any more. */
  const typed = (field: keyof Problems, set: (value: string) => void) => (value: string) => {
    set(value)
    setProblems({ ...problems, [field]: undefined })
  }

  const check = (): boolean => {
    const found: Problems = {
      account: problemOf('account', account),
      password: problemOf('password', password),
      captcha: withCaptcha && answer.trim() === '' ? '请输入验证码' : undefined,
    }
    setProblems(found)
    setRefusal(undefined)
    const first = found.account
      ? accountInput
      : found.password
        ? passwordInput
        : found.captcha
          ? answerInput
          : undefined
    first?.current?.focus()
    return first === undefined
  }

  const refused = (error: unknown) => {
    if (!(error instanceof CallError)) throw error
    if (asksForCaptcha(error)) setDemanded(true)
    // Whatever the outcome, the server has used the captcha up.
    renew()
    setAnswer('')
    if (!ofTheAttempt.includes(error.code)) return error.errors ? setRefusal(error.msg) : showFailure(error)
    setRefusal(error.msg)
    if (error.code === signInErrors.wrongCaptcha.code) answerInput.current?.focus()
    else passwordInput.current?.select()
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || !check()) return
    setBusy(true)
    try {
      const proof = captcha ? { captcha: answer.trim(), uuid: captcha.uuid } : {}
      onStep(await begin({ account, password, ...proof }))
    } catch (error) {
      refused(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className="sign-in-form" noValidate onSubmit={submit} onInput={onTyping}>
      <TextInput
        ref={accountInput}
        label="账号"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        autoFocus
        value={account}
        onChange={typed('account', setAccount)}
        error={problems.account}
      />
      <PasswordInput
        ref={passwordInput}
        label="密码"
        autoComplete="current-password"
        value={password}
        onChange={typed('password', setPassword)}
        error={problems.password}
      />
      {withCaptcha && (
        <TextInput
          ref={answerInput}
          label="验证码"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={16}
          value={answer}
          onChange={typed('captcha', setAnswer)}
          error={problems.captcha}
          after={<CaptchaImage src={captcha?.src} failed={failed} onRenew={renew} />}
        />
      )}
      <p className="sign-in-refusal" role="alert">
        {refusal}
      </p>
      <PlainButton type="submit" kind="primary" busy={busy}>
        登录
      </PlainButton>
    </form>
  )
}
