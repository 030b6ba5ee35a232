import { t } from '../texts.ts'
import { formatMoment } from '../time.tsx'
import type { Figure } from './object-page.tsx'

const dayMs = 86_400_000
const soonDays = 30

/** Whole days until a moment, the begun one included; zero or less once it is past. */
export const daysUntil = (at: string): number => Math.ceil((Date.parse(at) - Date.now()) / dayMs)

/** When an object ends, as the days that are left. Null: never. */
export const expiryFigure = (label: string, at: string | null): Figure => {
  if (at === null) return { label, value: t('长期有效') }
  const days = daysUntil(at)
  const note = formatMoment(at)
  if (days <= 0) return { label, value: t('已到期'), note, tone: 'danger' }
  return { label, value: t('剩余 {days} 天', { days }), note, tone: days <= soonDays ? 'warn' : undefined }
}
