import '../sms-code-button.css'
import { useEffect, useEffectEvent, useReducer, useRef } from 'react'
import { idle, nextState, toText } from '../sms-code-state.ts'

const tick = 250

type Props = {
  /** false leaves the button idle. The callback itself shows what is missing. */
  validate?: (() => boolean | Promise<boolean>) | undefined
  /**
   * Sends the code.
   * @returns the seconds until the next one can be requested; a rejection resets the button.
   */
  send: () => Promise<number>
  /** Called when another code can be requested. */
  onIdle?: (() => void) | undefined
}

/** Sends a verification code and counts down until the next one. Ignores clicks unless idle. */
export const SmsCodeButton = ({ validate, send, onIdle }: Props) => {
  const [state, dispatch] = useReducer(nextState, idle)
  const asking = useRef(false)
  const { phase } = state

  useEffect(() => {
    if (phase !== 'counting') return
    const timer = setInterval(() => dispatch({ type: 'ticked', now: Date.now() }), tick)
    return () => clearInterval(timer)
  }, [phase])

  const wasCounting = useRef(false)
  const settle = useEffectEvent((now: typeof phase) => {
    if (now === 'idle' && wasCounting.current) onIdle?.()
    wasCounting.current = now === 'counting'
  })
  useEffect(() => settle(phase), [phase])

  const click = async () => {
    if (phase !== 'idle' || asking.current) return
    asking.current = true
    try {
      if (validate && !(await validate())) return
      dispatch({ type: 'clicked' })
      const seconds = await send()
      dispatch({ type: 'sent', now: Date.now(), seconds })
    } catch {
      // The `send` callback reports failures.
      dispatch({ type: 'failed' })
    } finally {
      asking.current = false
    }
  }

  return (
    <button
      type="button"
      className="sms-code-button"
      aria-disabled={phase !== 'idle' || undefined}
      aria-busy={phase === 'sending' || undefined}
      onClick={() => void click()}
    >
      {toText(state)}
    </button>
  )
}
