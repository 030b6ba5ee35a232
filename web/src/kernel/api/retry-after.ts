import { t } from '../../ui/texts.ts'
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

/** Replaces the waiting time in a refusal message, `请稍后再试` or the initial seconds, with the remaining one. */
export const withRetryTime = (msg: string, seconds: number): string =>
  msg.replace(/请\s*(稍|\d+\s*秒)后/, t('请 {seconds}后', { seconds: durationText(seconds) }))
