import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { callBinary, type RequestFor } from '../../../../kernel/api/call.ts'
import type { CallError } from '../../../../kernel/api/call-error.ts'
import { t } from '../../../../ui/texts.ts'

/** Endpoint that provides captcha images. */
export type CaptchaEndpoint = Endpoint & { wire: 'binary' }
type Picture = { src: string; uuid: string }
/** Captcha fields of a request; empty if none is required. */
export type CaptchaAnswer = { captcha?: string; uuid?: string }

/** Whether the server requires a captcha, or rejected the one sent. */
export const needsCaptcha = ({ data }: CallError): boolean =>
  typeof data === 'object' && data !== null && 'needCaptcha' in data && data.needCaptcha === true

/**
 * State of a captcha, shown while `isRequired`. `readAnswer` returns the answer, or undefined after reporting that it
 * is missing. Each answer can be sent only once, so callers must call `renew` afterwards.
 */
export const useCaptcha = (endpoint: CaptchaEndpoint | undefined, isRequired: boolean) => {
  const [round, setRound] = useState(0)
  const [picture, setPicture] = useState<Picture>()
  const [failed, setFailed] = useState(false)
  const [answer, setAnswer] = useState('')
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const shown = isRequired && endpoint !== undefined

  const load = useEffectEvent((_round: number) => {
    if (!shown) return
    const leaving = new AbortController()
    let src: string | undefined
    setFailed(false)
    setPicture(undefined)
    callBinary(endpoint, {} as RequestFor<CaptchaEndpoint>, { signal: leaving.signal })
      .then(({ blob, uuid }) => {
        src = URL.createObjectURL(blob)
        setPicture({ src, uuid })
      })
      .catch(() => {
        if (!leaving.signal.aborted) setFailed(true)
      })
    return () => {
      leaving.abort()
      if (src) URL.revokeObjectURL(src)
    }
  })
  // Every round loads another image.
  useEffect(() => (shown ? load(round) : undefined), [shown, round])

  return {
    shown,
    src: picture?.src,
    failed,
    answer,
    problem,
    input,
    type: (typed: string) => {
      setAnswer(typed)
      setProblem(undefined)
    },
    renew: () => {
      setAnswer('')
      setProblem(undefined)
      setRound((round) => round + 1)
    },
    /** Shows a problem below the image. */
    showProblem: (message: string) => {
      setProblem(message)
      input.current?.focus()
    },
    readAnswer: (): CaptchaAnswer | undefined => {
      if (!shown) return {}
      if (answer.trim() === '') {
        setProblem(t('请输入验证码'))
        return undefined
      }
      return picture ? { captcha: answer.trim(), uuid: picture.uuid } : { captcha: answer.trim() }
    },
  }
}
export type Captcha = ReturnType<typeof useCaptcha>
