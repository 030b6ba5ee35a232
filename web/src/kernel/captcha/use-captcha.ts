import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { useEffect, useRef, useState } from 'react'
import { callBinary, type RequestFor } from '../api/call.ts'
import type { CallError } from '../api/call-error.ts'

/** Where captchas come from. */
export type CaptchaEndpoint = Endpoint & { wire: 'binary' }
type Picture = { src: string; uuid: string }
/** What a call carries to show that a person makes it; empty where none is asked for. */
export type CaptchaProof = { captcha?: string; uuid?: string }

/** The server asks for a captcha, or did not like the one it got. */
export const asksForCaptcha = ({ data }: CallError): boolean =>
  typeof data === 'object' && data !== null && 'needCaptcha' in data && data.needCaptcha === true

/**
 * A captcha to solve while `wanted`. `prove` gives the answer, or undefined after saying that it is missing; every
 * answer that was sent is used up, whatever came of it (threat T7), so `renew` follows.
 */
export const useCaptcha = (endpoint: CaptchaEndpoint | undefined, wanted: boolean) => {
  const [round, setRound] = useState(0)
  const [picture, setPicture] = useState<Picture>()
  const [failed, setFailed] = useState(false)
  const [answer, setAnswer] = useState('')
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const shown = wanted && endpoint !== undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: every round is another picture
  useEffect(() => {
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
  }, [shown, round])

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
    /** Says under the picture why it was not enough. */
    refuse: (sentence: string) => {
      setProblem(sentence)
      input.current?.focus()
    },
    prove: (): CaptchaProof | undefined => {
      if (!shown) return {}
      if (answer.trim() === '') {
        setProblem('请输入验证码')
        return undefined
      }
      return picture ? { captcha: answer.trim(), uuid: picture.uuid } : { captcha: answer.trim() }
    },
  }
}
export type Captcha = ReturnType<typeof useCaptcha>
