import { t } from '../../../ui/texts.ts'
/** State of the send button. `until`: epoch milliseconds; `left`: seconds. */
export type SmsCodeState = { phase: 'idle' } | { phase: 'sending' } | { phase: 'counting'; until: number; left: number }
type SmsCodeEvent =
  | { type: 'clicked' }
  | { type: 'sent'; now: number; seconds: number }
  | { type: 'failed' }
  | { type: 'ticked'; now: number }

export const idle: SmsCodeState = { phase: 'idle' }

const countingTo = (until: number, now: number): SmsCodeState => {
  const left = Math.ceil((until - now) / 1000)
  return left > 0 ? { phase: 'counting', until, left } : idle
}

/** State reducer. Clicks apply only while idle, results only while sending; the clock ends the countdown. */
export const nextState = (state: SmsCodeState, event: SmsCodeEvent): SmsCodeState => {
  switch (event.type) {
    case 'clicked':
      return state.phase === 'idle' ? { phase: 'sending' } : state
    case 'sent':
      return state.phase === 'sending' ? countingTo(event.now + event.seconds * 1000, event.now) : state
    case 'failed':
      return state.phase === 'sending' ? idle : state
    case 'ticked':
      return state.phase === 'counting' ? countingTo(state.until, event.now) : state
  }
}

/** Label of the button. */
export const toText = (state: SmsCodeState): string => {
  if (state.phase === 'idle') return t('发送验证码')
  return state.phase === 'sending' ? t('发送中...') : t('{left} 秒', { left: state.left })
}
