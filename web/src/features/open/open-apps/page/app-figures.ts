import { hasSecrets } from '@atrium/contract/features/open/open-apps/open-app-fields.ts'
import type { OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { daysUntil, expiryFigure } from '../../../../ui/object-page/expiry-figure.ts'
import type { Figure } from '../../../../ui/object-page/object-page.tsx'
import { failureText, numberText } from '../../open-apis/public/open-words.ts'

const soonDays = 30

const secretsFigure = ({ kind, secrets, secretsExpire }: OpenAppRow): Figure => {
  const label = '有效密钥'
  if (!hasSecrets(kind) && secrets === 0) return { label, value: '不使用' }
  if (secrets === 0) return { label, value: '无', note: '调用将被拒绝', tone: 'danger' }
  if (secretsExpire === null) return { label, value: `${secrets} 个` }
  const days = daysUntil(secretsExpire)
  return {
    label,
    value: `${secrets} 个`,
    note: `最早 ${Math.max(days, 0)} 天后到期`,
    tone: days <= soonDays ? 'warn' : undefined,
  }
}

/** Whether an application works: its calls of today, its secrets, what it may call, and until when. */
export const appFigures = (app: OpenAppRow): Figure[] => [
  { label: '今日调用', value: `${numberText(app.callsToday)} 次` },
  {
    label: '今日未成功',
    value: failureText(app.callsToday, app.errorsToday) || '无调用',
    tone: app.errorsToday > 0 ? 'danger' : undefined,
  },
  secretsFigure(app),
  { label: '已授权接口', value: `${app.apis} 个`, tone: app.apis === 0 ? 'warn' : undefined },
  expiryFigure('应用到期', app.expireTime),
]
