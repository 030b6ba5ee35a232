import { sentCode } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { signInErrors } from '@atrium/contract/features/identity/sign-in/sign-in.errors.ts'
import { type FormEvent, useRef, useState } from 'react'
import { CallError, isOutage } from '../../../kernel/api/call-error.ts'
import { showFailure } from '../../../kernel/api/failure-toast.ts'
import { useBusy } from '../../../kernel/forms/use-busy.ts'
import { issueText } from '../../../ui/issue-text.ts'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { t } from '../../../ui/texts.ts'
import { saveRecoveryCodes } from '../security/public/save-recovery-codes.ts'
import { TotpCode, TotpQrCode } from '../security/public/totp-secret.tsx'
import { advance, type SetUp, type Step } from './sign-in-flow.ts'
import './set-up-form.css'

type Props = {
  setUp: SetUp
  trustDevice: boolean
  onStep: (step: Step) => void
  /** Back to the first step, with a reason unless the user chose it. */
  onBack: (reason?: string) => void
}

/** Recovery codes, shown only once. */
const Recovery = ({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) => (
  <div className="entrance-form set-up-form">
    <p className="second-step-lead">
      {t('已设置。手机不在身边时，可以用下面的恢复码登录，每个仅可使用一次。恢复码仅显示一次，请妥善保存。')}
    </p>
    <ol aria-label={t('恢复码')}>
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ol>
    <PlainButton onClick={() => saveRecoveryCodes(codes)}>{t('下载恢复码')}</PlainButton>
    <PlainButton kind="primary" autoFocus onClick={onDone}>
      {t('我已保存，进入')}
    </PlainButton>
  </div>
)

/** Sets up the required second step with an authenticator app. */
export const SetUpForm = ({ setUp, trustDevice, onStep, onBack }: Props) => {
  const { companyId, secret, uri, recovery } = setUp
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const [nextStep, setNextStep] = useState<Step>()
  const input = useRef<HTMLInputElement>(null)

  const handleError = (error: unknown) => {
    if (!(error instanceof CallError)) throw error
    if (error.code === signInErrors.attemptExpired.code) return onBack(error.msg)
    if (isOutage(error)) return showFailure(error)
    setProblem(error.msg)
    input.current?.select()
  }
  const [busy, whileBusy] = useBusy(handleError)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const typed = code.replace(/\s/g, '')
    const wrong = issueText(sentCode.safeParse(typed).error?.issues[0])
    setProblem(wrong)
    if (wrong) return input.current?.focus()
    await whileBusy(async () => setNextStep(await advance({ type: 'totp', code: typed, companyId, trustDevice })))
  }

  if (nextStep) return <Recovery codes={recovery} onDone={() => onStep(nextStep)} />
  return (
    <form className="entrance-form set-up-form" noValidate onSubmit={submit}>
      <p className="second-step-lead">
        {t(
          '公司要求登录时二次验证，您尚未设置。请用手机上的验证器应用（例如 Microsoft Authenticator）扫描二维码，再输入应用中显示的 6 位数字。',
        )}
      </p>
      <TotpQrCode uri={uri} />
      <p className="second-step-lead">
        {t('不能扫描时，手动输入密钥')} <TotpCode secret={secret} />
      </p>
      <TextInput
        ref={input}
        label={t('动态验证码')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        autoFocus
        value={code}
        onChange={(typed) => {
          setCode(typed)
          setProblem(undefined)
        }}
        error={problem}
      />
      <PlainButton type="submit" kind="primary" busy={busy}>
        {t('完成设置并登录')}
      </PlainButton>
      <PlainButton onClick={() => onBack()}>{t('返回登录')}</PlainButton>
    </form>
  )
}
