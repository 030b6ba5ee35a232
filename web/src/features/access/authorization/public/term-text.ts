import { t } from '../../../../ui/texts.ts'
import { formatMoment } from '../../../../ui/time.tsx'

type Term = { startTime: string | null; expireTime: string | null }

/** State of a term; undefined while in force. */
export const termState = ({ startTime, expireTime }: Term): string | undefined => {
  if (expireTime && Date.parse(expireTime) <= Date.now()) return t('已过期')
  if (startTime && Date.parse(startTime) > Date.now()) return t('未生效')
  return undefined
}

/** Formats a term's start and end. */
export const termText = ({ startTime, expireTime }: Term): string => {
  if (!startTime && !expireTime) return t('长期有效')
  if (!startTime) return t('至 {expireTime}', { expireTime: formatMoment(expireTime ?? '') })
  return t('{startTime} 至 {expireTime}', {
    startTime: formatMoment(startTime),
    expireTime: expireTime ? formatMoment(expireTime) : t('长期'),
  })
}
