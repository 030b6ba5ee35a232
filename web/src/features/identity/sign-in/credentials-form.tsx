import { signInContract, verifyBody } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { signInErrors } from '@atrium/contract/features/identity/sign-in/sign-in.errors.ts'
import { type FormEvent, useRef, useState } from 'react'
import { CallError, isOutage } from '../../../kernel/api/call-error.ts'
import { showFailure } from '../../../kernel/api/failure-toast.ts'
import { useBusy } from '../../../kernel/forms/use-busy.ts'
import { issueText } from '../../../ui/issue-text.ts'
import { keptUsername } from '../../../ui/languages.ts'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { t } from '../../../ui/texts.ts'
import { CaptchaInput } from './public/captcha-input.tsx'
import { needsCaptcha, useCaptcha } from './public/use-captcha.ts'
import { RefusalLine } from './refusal-line.tsx'
import { type Step, startSignIn } from './sign-in-flow.ts'
import { useRefusal } from './use-refusal.ts'

type Props = {
  /** Whether a captcha is required before the first attempt. */
  captchaAlways: boolean
  /** Why the user is back at the first step. */
  notice: string | undefined
  onStep: (step: Step) => void
}
type Problems = { account?: string | undefined; password?: string | undefined }

const findProblem = (field: keyof Problems, value: string): string | undefined => {
  const result = verifyBody.safeParse({ account: ' ', password: ' ', [field]: value })
  return issueText(result.error?.issues.find(({ path }) => path[0] === field))
}

/** Account, password, and a captcha if required. */
export const CredentialsForm = ({ captchaAlways, notice, onStep }: Props) => {
  const [account, setAccount] = useState(keptUsername)
  const [password, setPassword] = useState('')
  const [captchaDemanded, setCaptchaDemanded] = useState(false)
  const [problems, setProblems] = useState<Problems>({})
  const refusal = useRefusal(notice)
  const accountInput = useRef<HTMLInputElement>(null)
  const passwordInput = useRef<HTMLInputElement>(null)
  const captcha = useCaptcha(signInContract.captcha, captchaAlways || captchaDemanded)

  const check = () => {
    const found = { account: findProblem('account', account), password: findProblem('password', password) }
    const proof = captcha.readAnswer()
    setProblems(found)
    refusal.clear()
    const first = found.account ? accountInput : found.password ? passwordInput : proof ? undefined : captcha.input
    first?.current?.focus()
    return first ? undefined : proof
  }

  const handleError = (error: unknown) => {
    if (!(error instanceof CallError)) throw error
    if (needsCaptcha(error)) setCaptchaDemanded(true)
    captcha.renew()
    if (isOutage(error)) return showFailure(error)
    refusal.receive(error)
    if (error.code === signInErrors.wrongCaptcha.code) captcha.input.current?.focus()
    else passwordInput.current?.select()
  }
  const [busy, whileBusy] = useBusy(handleError)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || refusal.waiting) return
    const proof = check()
    if (!proof) return
    await whileBusy(async () => onStep(await startSignIn({ type: 'password', account, password, ...proof })))
  }

  return (
    <form className="entrance-form" noValidate onSubmit={submit}>
      <TextInput
        ref={accountInput}
        label={t('账号', { context: 'credential' })}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        autoFocus
        value={account}
        onChange={(typed) => {
          setAccount(typed)
          setProblems({ ...problems, account: undefined })
          // Waiting times belong to an account.
          if (refusal.waiting) refusal.clear()
        }}
        error={problems.account}
      />
      <PasswordInput
        ref={passwordInput}
        label={t('密码')}
        autoComplete="current-password"
        value={password}
        onChange={(typed) => {
          setPassword(typed)
          setProblems({ ...problems, password: undefined })
        }}
        error={problems.password}
      />
      <CaptchaInput captcha={captcha} />
      <RefusalLine refusal={refusal} />
      <PlainButton type="submit" kind="primary" busy={busy} blocked={refusal.waiting}>
        {t('登录')}
      </PlainButton>
    </form>
  )
}
