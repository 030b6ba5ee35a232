import { sentCode, signInContract } from '@atrium/contract/features/sign-in/sign-in.contract.ts'
import { signInErrors } from '@atrium/contract/features/sign-in/sign-in.errors.ts'
import { phone as phoneRule } from '@atrium/contract/kernel/fields.ts'
import { type FormEvent, useRef, useState } from 'react'
import { call } from '../../kernel/api/call.ts'
import { CallError, isOutage } from '../../kernel/api/call-error.ts'
import { showFailure } from '../../kernel/api/failure-toast.ts'
import { useBusy } from '../../kernel/forms/use-busy.ts'
import { SentCodeInput } from '../../kernel/sent-codes/sent-code-input.tsx'
import { PlainButton } from '../../ui/plain-button.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { RefusalLine } from './refusal-line.tsx'
import { begin, type Step } from './sign-in-flow.ts'
import { useRefusal } from './use-refusal.ts'

type Props = { captchaWanted: boolean; onStep: (step: Step) => void }

const sentenceOf = (rule: typeof phoneRule | typeof sentCode, value: string): string | undefined =>
  rule.safeParse(value).error?.issues[0]?.message

/** A phone, and the code that was sent to it. */
export const SmsForm = ({ captchaWanted, onStep }: Props) => {
  const [phone, setPhone] = useState('')
  const [code, setCode] = useState('')
  const [uuid, setUuid] = useState<string>()
  const [phoneProblem, setPhoneProblem] = useState<string>()
  const [codeProblem, setCodeProblem] = useState<string>()
  const refusal = useRefusal()
  const phoneInput = useRef<HTMLInputElement>(null)
  const codeInput = useRef<HTMLInputElement>(null)

  const isPhoneRight = () => {
    const problem = sentenceOf(phoneRule, phone)
    setPhoneProblem(problem)
    if (problem) phoneInput.current?.focus()
    return !problem
  }
  const isCodeRight = () => {
    const problem = uuid ? sentenceOf(sentCode, code) : '请先获取验证码'
    setCodeProblem(problem)
    if (problem) codeInput.current?.focus()
    return !problem
  }

  const refused = (error: unknown) => {
    if (!(error instanceof CallError)) throw error
    if (isOutage(error)) return showFailure(error)
    if (error.code !== signInErrors.wrongSentCode.code) return refusal.receive(error)
    setCodeProblem(error.msg)
    codeInput.current?.select()
  }
  const [busy, whileBusy] = useBusy(refused)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || refusal.waiting || !isPhoneRight() || !isCodeRight() || !uuid) return
    refusal.clear()
    await whileBusy(async () => onStep(await begin({ type: 'sms', phone, code, uuid })))
  }

  return (
    <form className="entrance-form" noValidate onSubmit={submit}>
      <TextInput
        ref={phoneInput}
        label="手机号"
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
      <SentCodeInput
        ref={codeInput}
        label="短信验证码"
        value={code}
        onChange={(typed) => {
          setCode(typed)
          setCodeProblem(undefined)
        }}
        error={codeProblem}
        captchaFrom={signInContract.captcha}
        captchaWanted={captchaWanted}
        validate={isPhoneRight}
        send={(proof) => call(signInContract.send, { body: { scene: 'login', phone, ...proof } }, { toasts: false })}
        onSent={setUuid}
      />
      <RefusalLine refusal={refusal} />
      <PlainButton type="submit" kind="primary" busy={busy} blocked={refusal.waiting}>
        登录
      </PlainButton>
    </form>
  )
}
