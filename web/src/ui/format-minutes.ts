import { t } from './texts.ts'
/** Formats minutes: 1 小时 30 分钟. */
export const formatMinutes = (minutes: number): string => {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && t('{hours} 小时', { hours }), (rest > 0 || hours === 0) && t('{rest} 分钟', { rest })]
    .filter(Boolean)
    .join(' ')
}
