import { type Ref, useRef, useState } from 'react'
import { CallError, isOutage } from '../../../../kernel/api/call-error.ts'
import { showFailure } from '../../../../kernel/api/failure-toast.ts'
import { TextInput } from '../../../../ui/text-input.tsx'
import { SmsCodeButton } from '../../security/public/sms-code-button.tsx'
import { CaptchaInput } from './captcha-input.tsx'
import { type CaptchaAnswer, type CaptchaEndpoint, needsCaptcha, useCaptcha } from './use-captcha.ts'

const digits = 6

type Props = {
  label: string
  name?: string
  value: string
  onChange: (value: string) => void
  error: string | undefined
  /** Endpoint of captcha images; undefined if the caller is already authenticated. */
  captchaEndpoint: CaptchaEndpoint | undefined
  /** Requires a captcha from the start; otherwise only on demand of the server. */
  isCaptchaRequired: boolean
  /** Whether there is a target to send to; reports what is missing. */
  validate?: () => boolean
  send: (proof: CaptchaAnswer) => Promise<{ uuid: string; msg: string; retryAfter: number }>
  onSent: (uuid: string) => void
  /**
   * Shows a refusal that belongs to another field.
   * @returns whether it did
   */
  onRefused?: (error: CallError) => boolean
  autoFocus?: boolean
  ref?: Ref<HTMLInputElement>
}

/** Input of a verification code: captcha, send button and code. */
export const VerificationCodeInput = (props: Props) => {
  const { label, value, onChange, error, captchaEndpoint, isCaptchaRequired, validate, send, onSent, onRefused } = props
  const [isCaptchaDemanded, setCaptchaDemanded] = useState(false)
  const [waiting, setWaiting] = useState(false)
  const [sentMessage, setSentMessage] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  const captcha = useCaptcha(captchaEndpoint, (isCaptchaRequired || isCaptchaDemanded) && !waiting)
  const frame = useRef<HTMLDivElement>(null)

  const isReady = () => {
    setRefusal(undefined)
    if (validate && !validate()) return false
    if (captcha.readAnswer()) return true
    captcha.input.current?.focus()
    return false
  }
  const handleRefusal = (failure: CallError) => {
    if (needsCaptcha(failure)) {
      setCaptchaDemanded(true)
      return captcha.showProblem(failure.msg)
    }
    if (onRefused?.(failure)) return
    if (isOutage(failure)) showFailure(failure)
    else setRefusal(failure.msg)
  }
  const deliver = async (): Promise<number> => {
    try {
      const { uuid, msg, retryAfter } = await send(captcha.readAnswer() ?? {})
      captcha.renew()
      setSentMessage(msg)
      setWaiting(true)
      onSent(uuid)
      frame.current?.querySelector('input')?.focus()
      return retryAfter
    } catch (failure) {
      captcha.renew()
      if (failure instanceof CallError) handleRefusal(failure)
      throw failure
    }
  }
  const errorMessage = error ?? refusal

  return (
    <>
      <CaptchaInput captcha={captcha} />
      <div ref={frame}>
        <TextInput
          ref={props.ref}
          label={label}
          name={props.name}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={digits}
          autoFocus={props.autoFocus}
          value={value}
          onChange={(typed) => {
            setRefusal(undefined)
            onChange(typed)
          }}
          error={errorMessage}
          hint={sentMessage}
          after={<SmsCodeButton validate={isReady} send={deliver} onIdle={() => setWaiting(false)} />}
        />
        <p className="visually-hidden" role="status">
          {errorMessage === undefined ? sentMessage : errorMessage}
        </p>
      </div>
    </>
  )
}
