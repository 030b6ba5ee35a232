import type { CallError } from './call-error.ts'

/** The seconds a refusal asks to wait; 0 when it asks for none. */
export const retryAfterOf = ({ data }: CallError): number =>
  typeof data === 'object' && data !== null && 'retryAfter' in data && typeof data.retryAfter === 'number'
    ? data.retryAfter
    : 0

const durationText = (seconds: number): string =>
  seconds < 60 ? `${seconds} 秒` : `${Math.floor(seconds / 60)} 分 ${seconds % 60} 秒`

/** A refusal's sentence with the wait as it is now: `请稍后再试`, or the seconds it began with, become what is left. */
export const waitSentence = (msg: string, seconds: number): string =>
  msg.replace(/请\s*(稍|\d+\s*秒)后/, `请 ${durationText(seconds)}后`)
