import { signInContract } from '@atrium/contract/features/sign-in/sign-in.contract.ts'
import { useCallback, useEffect, useState } from 'react'
import { callBinary } from '../../kernel/api/call.ts'

type Captcha = { src: string; uuid: string }

/** The captcha to show while `wanted`; `renew` asks for another picture. */
export const useCaptcha = (wanted: boolean) => {
  const [round, setRound] = useState(0)
  const [captcha, setCaptcha] = useState<Captcha>()
  const [failed, setFailed] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: every round is another picture
  useEffect(() => {
    if (!wanted) return
    const leaving = new AbortController()
    let src: string | undefined
    setFailed(false)
    setCaptcha(undefined)
    callBinary(signInContract.captcha, {}, { signal: leaving.signal })
      .then(({ blob, uuid }) => {
        src = URL.createObjectURL(blob)
        setCaptcha({ src, uuid })
      })
      .catch(() => {
        if (!leaving.signal.aborted) setFailed(true)
      })
    return () => {
      leaving.abort()
      if (src) URL.revokeObjectURL(src)
    }
  }, [wanted, round])

  const renew = useCallback(() => setRound((round) => round + 1), [])
  return { captcha, failed, renew }
}
