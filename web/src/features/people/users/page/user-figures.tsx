import type { UserDetail } from '@atrium/contract/features/people/users/users.contract.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'
import { expiryFigure } from '../../../../ui/object-page/expiry-figure.ts'
import type { Figure } from '../../../../ui/object-page/object-page.tsx'
import { RelativeTime } from '../../../../ui/relative-time.tsx'
import { t } from '../../../../ui/texts.ts'
import { secondSteps } from '../user-cells.tsx'

const namedRoles = 2

const lastLoginFigure = ({ lastLogin }: UserDetail): Figure => ({
  label: t('最近登录'),
  value: lastLogin ? <RelativeTime at={lastLogin.time} /> : t('从未登录'),
  note: lastLogin && [lastLogin.area, lastLogin.ip].filter(Boolean).join(' · '),
})

const rolesFigure = ({ roles }: UserDetail): Figure => ({
  label: t('角色'),
  value: roles.length === 0 ? t('无') : t('{count} 个', { count: roles.length }),
  note: listText(roles.slice(0, namedRoles).map(({ name }) => name)),
})

const mfaFigure = ({ mfa, outside }: UserDetail): Figure => {
  const [first, ...others] = secondSteps(mfa)
  if (outside) return { label: t('二次验证'), value: t('不适用') }
  return { label: t('二次验证'), value: first ?? t('未开启'), note: listText(others) }
}

/** What an administrator asks first about a user. */
export const userFigures = (user: UserDetail): Figure[] => [
  lastLoginFigure(user),
  { label: t('当前会话'), value: user.online > 0 ? t('{online} 个', { online: user.online }) : t('未登录') },
  rolesFigure(user),
  mfaFigure(user),
  expiryFigure(t('账号到期'), user.expireTime),
]
