import { t } from '../../../ui/texts.ts'
/** Greeting for an hour of the day. */
export const greetingAt = (hour: number): string => {
  if (hour < 5) return t('夜深了')
  if (hour < 9) return t('早上好')
  if (hour < 12) return t('上午好')
  if (hour < 14) return t('中午好')
  return hour < 18 ? t('下午好') : t('晚上好')
}
