import { sentCode, signInContract } from '@atrium/contract/features/identity/sign-in/sign-in.contract.ts'
import { signInErrors } from '@atrium/contract/features/identity/sign-in/sign-in.errors.ts'
import { phone as phoneRule } from '@atrium/contract/kernel/fields.ts'
import { type FormEvent, useRef, useState } from 'react'
import { call } from '../../../kernel/api/call.ts'
import { CallError, isOutage } from '../../../kernel/api/call-error.ts'
import { showFailure } from '../../../kernel/api/failure-toast.ts'
import { useBusy } from '../../../kernel/forms/use-busy.ts'
import { issueText } from '../../../ui/issue-text.ts'
import { PlainButton } from '../../../ui/plain-button.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { t } from '../../../ui/texts.ts'
import { VerificationCodeInput } from './public/verification-code-input.tsx'
import { RefusalLine } from './refusal-line.tsx'
import { type Step, startSignIn } from './sign-in-flow.ts'
import { useRefusal } from './use-refusal.ts'

type Props = { captchaWanted: boolean; onStep: (step: Step) => void }

const findProblem = (rule: typeof phoneRule | typeof sentCode, value: string): string | undefined =>
  issueText(rule.safeParse(value).error?.issues[0])

/** Sign-in with a code sent to the phone. */
export const SmsForm = ({ captchaWanted, onStep }: Props) => {
  const [phone, setPhone] = useState('')
  const [code, setCode] = useState('')
  const [uuid, setUuid] = useState<string>()
  const [phoneProblem, setPhoneProblem] = useState<string>()
  const [codeProblem, setCodeProblem] = useState<string>()
  const refusal = useRefusal()
  const phoneInput = useRef<HTMLInputElement>(null)
  const codeInput = useRef<HTMLInputElement>(null)

  const checkPhone = () => {
    const problem = findProblem(phoneRule, phone)
    setPhoneProblem(problem)
    if (problem) phoneInput.current?.focus()
    return !problem
  }
  const checkCode = () => {
    const problem = uuid ? findProblem(sentCode, code) : t('请先获取验证码')
    setCodeProblem(problem)
    if (problem) codeInput.current?.focus()
    return !problem
  }

  const handleError = (error: unknown) => {
    if (!(error instanceof CallError)) throw error
    if (isOutage(error)) return showFailure(error)
    if (error.code !== signInErrors.wrongSentCode.code) return refusal.receive(error)
    setCodeProblem(error.msg)
    codeInput.current?.select()
  }
  const [busy, whileBusy] = useBusy(handleError)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || refusal.waiting || !checkPhone() || !checkCode() || !uuid) return
    refusal.clear()
    await whileBusy(async () => onStep(await startSignIn({ type: 'sms', phone, code, uuid })))
  }

  return (
    <form className="entrance-form" noValidate onSubmit={submit}>
      <TextInput
        ref={phoneInput}
        label={t('手机号')}
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        maxLength={11}
        value={phone}
        onChange={(typed) => {
          setPhone(typed)
          setPhoneProblem(undefined)
        }}
        error={phoneProblem}
      />
      <VerificationCodeInput
        ref={codeInput}
        label={t('短信验证码')}
        value={code}
        onChange={(typed) => {
          setCode(typed)
          setCodeProblem(undefined)
        }}
        error={codeProblem}
        captchaEndpoint={signInContract.captcha}
        isCaptchaRequired={captchaWanted}
        validate={checkPhone}
        send={(proof) => call(signInContract.send, { body: { scene: 'login', phone, ...proof } }, { toasts: false })}
        onSent={setUuid}
      />
      <RefusalLine refusal={refusal} />
      <PlainButton type="submit" kind="primary" busy={busy} blocked={refusal.waiting}>
        {t('登录')}
      </PlainButton>
    </form>
  )
}
