import { type Ref, useRef, useState } from 'react'
import { SmsCodeButton } from '../../ui/sms-code-button.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { CallError, isOutage } from '../api/call-error.ts'
import { showFailure } from '../api/failure-toast.ts'
import { CaptchaInput } from '../captcha/captcha-input.tsx'
import { asksForCaptcha, type CaptchaEndpoint, type CaptchaProof, useCaptcha } from '../captcha/use-captcha.ts'

const digits = 6

type Props = {
  label: string
  name?: string
  value: string
  onChange: (value: string) => void
  error: string | undefined
  /** Where captchas come from; undefined for a caller the server knows already. */
  captchaFrom: CaptchaEndpoint | undefined
  /** A captcha is wanted from the beginning; otherwise only when the server asks. */
  captchaWanted: boolean
  /** Whether there is something to send to; it says itself what is missing. */
  validate?: () => boolean
  send: (proof: CaptchaProof) => Promise<{ uuid: string; msg: string; retryAfter: number }>
  onSent: (uuid: string) => void
  /** Shows a refusal that belongs to another field. Out: whether it did. */
  onRefused?: (error: CallError) => boolean
  autoFocus?: boolean
  ref?: Ref<HTMLInputElement>
}

/** A code that is sent to somebody: the captcha before it, the button that sends it, and where it is typed. */
export const SentCodeInput = (props: Props) => {
  const { label, value, onChange, error, captchaFrom, captchaWanted, validate, send, onSent, onRefused } = props
  const [demanded, setDemanded] = useState(false)
  const [waiting, setWaiting] = useState(false)
  const [news, setNews] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  const captcha = useCaptcha(captchaFrom, (captchaWanted || demanded) && !waiting)
  const frame = useRef<HTMLDivElement>(null)

  const isReady = () => {
    setRefusal(undefined)
    if (validate && !validate()) return false
    if (captcha.prove()) return true
    captcha.input.current?.focus()
    return false
  }
  const refused = (failure: CallError) => {
    if (asksForCaptcha(failure)) {
      setDemanded(true)
      return captcha.refuse(failure.msg)
    }
    if (onRefused?.(failure)) return
    if (isOutage(failure)) showFailure(failure)
    else setRefusal(failure.msg)
  }
  const deliver = async (): Promise<number> => {
    try {
      const { uuid, msg, retryAfter } = await send(captcha.prove() ?? {})
      captcha.renew()
      setNews(msg)
      setWaiting(true)
      onSent(uuid)
      frame.current?.querySelector('input')?.focus()
      return retryAfter
    } catch (failure) {
      captcha.renew()
      if (failure instanceof CallError) refused(failure)
      throw failure
    }
  }
  const said = error ?? refusal

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
          error={said}
          hint={news}
          after={<SmsCodeButton validate={isReady} send={deliver} onIdle={() => setWaiting(false)} />}
        />
        <p className="visually-hidden" role="status">
          {said === undefined ? news : said}
        </p>
      </div>
    </>
  )
}
