import { isChinese, t } from '../../ui/texts.ts'
import type { CallError } from './call-error.ts'

/** Seconds to wait before a retry; 0 if the refusal states none. */
export const readRetryAfter = ({ data }: CallError): number =>
  typeof data === 'object' && data !== null && 'retryAfter' in data && typeof data.retryAfter === 'number'
    ? data.retryAfter
    : 0

const durationText = (seconds: number): string =>
  seconds < 60
    ? t('{seconds} 秒', { seconds })
    : t('{seconds} 分 {seconds2} 秒', { seconds: Math.floor(seconds / 60), seconds2: seconds % 60 })

/** What a refusal says before it says how long to wait. */
export const readCause = ({ data }: CallError): string | undefined =>
  typeof data === 'object' && data !== null && 'cause' in data ? String(data.cause) : undefined

/**
 * A refusal with the remaining time: after its cause, or else instead of `请稍后再试`, or after what other languages say
 * there.
 */
export const withRetryTime = (msg: string, seconds: number, cause?: string): string => {
  const time = durationText(seconds)
  if (cause !== undefined) return t('{cause}，请 {time}后再试', { cause, time })
  return isChinese ? msg.replace(/(?<=请)\s*稍(?=后)/, ` ${time}`) : t('{msg}（剩余 {time}）', { msg, time })
}
