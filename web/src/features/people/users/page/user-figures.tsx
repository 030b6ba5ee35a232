import type { UserDetail } from '@atrium/contract/features/people/users/users.contract.ts'
import { expiryFigure } from '../../../../ui/object-page/expiry-figure.ts'
import type { Figure } from '../../../../ui/object-page/object-page.tsx'
import { RelativeTime } from '../../../../ui/relative-time.tsx'
import { secondSteps } from '../user-cells.tsx'

const namedRoles = 2

const lastLoginFigure = ({ lastLogin }: UserDetail): Figure => ({
  label: '最近登录',
  value: lastLogin ? <RelativeTime at={lastLogin.time} /> : '从未登录',
  note: lastLogin && [lastLogin.area, lastLogin.ip].filter(Boolean).join(' · '),
})

const rolesFigure = ({ roles }: UserDetail): Figure => ({
  label: '角色',
  value: roles.length === 0 ? '无' : `${roles.length} 个`,
  note: roles
    .slice(0, namedRoles)
    .map(({ name }) => name)
    .join('、'),
})

const mfaFigure = ({ mfa, outside }: UserDetail): Figure => {
  const [first, ...others] = secondSteps(mfa)
  if (outside) return { label: '二次验证', value: '不适用' }
  return { label: '二次验证', value: first ?? '未开启', note: others.join('、') }
}

/** What an administrator asks first about a user. */
export const userFigures = (user: UserDetail): Figure[] => [
  lastLoginFigure(user),
  { label: '当前会话', value: user.online > 0 ? `${user.online} 个` : '未登录' },
  rolesFigure(user),
  mfaFigure(user),
  expiryFigure('账号到期', user.expireTime),
]
