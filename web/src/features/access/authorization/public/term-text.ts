import { formatMoment } from '../../../../ui/time.tsx'

type Term = { startTime: string | null; expireTime: string | null }

/** State of a term; undefined while in force. */
export const termState = ({ startTime, expireTime }: Term): string | undefined => {
  if (expireTime && Date.parse(expireTime) <= Date.now()) return '已过期'
  if (startTime && Date.parse(startTime) > Date.now()) return '未生效'
  return undefined
}

/** Formats a term's start and end. */
export const termText = ({ startTime, expireTime }: Term): string => {
  if (!startTime && !expireTime) return '长期有效'
  if (!startTime) return `至 ${formatMoment(expireTime ?? '')}`
  return `${formatMoment(startTime)} 至 ${expireTime ? formatMoment(expireTime) : '长期'}`
}
