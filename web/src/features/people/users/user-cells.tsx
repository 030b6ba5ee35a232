import { secondStepNames } from '@atrium/contract/features/people/users/user-words.ts'
import type { UserRow } from '@atrium/contract/features/people/users/users.contract.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'
import { KeyRound, MessageSquare, Smartphone } from 'lucide-react'
import type { CSSProperties } from 'react'
import { EllipsisText } from '../../../ui/ellipsis-text.tsx'
import { NamePath } from '../../../ui/name-path.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { formatMoment, Time } from '../../../ui/time.tsx'
import { PersonAvatar } from './public/person-avatar.tsx'
import { stateNames } from './public/state-names.ts'
import './users.css'

/** Name of a user with online status. The tags give way to the name. */
export const UserName = ({ id, name, portrait, online, self, outside }: UserRow) => (
  <span className="user-name">
    <span className="user-who">
      <span className="user-face">
        <PersonAvatar id={id} name={name} portrait={portrait} />
        <span
          className="user-online"
          data-online={online > 0}
          title={online > 0 ? t('在线，{online} 个会话', { online }) : t('不在线')}
        >
          <span className="visually-hidden">{online > 0 ? t('在线') : t('不在线')}</span>
        </span>
      </span>
      <EllipsisText>{name}</EllipsisText>
    </span>
    {outside && <Tag>{t('外部')}</Tag>}
    {self && <Tag tone="accent">{t('本人')}</Tag>}
  </span>
)

/** Width of a tag in pixels, as it is reckoned before it is drawn: a letter is half as wide as a sign. */
const tagWidth = (name: string) => 24 + [...name].reduce((sum, sign) => sum + (sign > 'ÿ' ? 12 : 7), 0)

/** The roles; where only the first has room, the number of others. */
export const UserRoles = ({ roles, roleCount }: Pick<UserRow, 'roles' | 'roleCount'>) => {
  const [first, ...others] = roles
  if (!first) return null
  const needed = roles.reduce((sum, { name }) => sum + tagWidth(name), roleCount > roles.length ? 32 : 0)
  return (
    <span
      className="user-roles"
      title={listText(roles.map(({ name }) => name))}
      style={{ '--roles-width': `${needed}px` } as CSSProperties}
    >
      <Tag>{first.name}</Tag>
      {others.length > 0 && (
        <>
          <span className="user-roles-more">
            {others.map(({ name }) => (
              <Tag key={name}>{name}</Tag>
            ))}
            {roleCount > roles.length && <span className="user-quiet">{`+${roleCount - roles.length}`}</span>}
          </span>
          <span className="user-quiet user-roles-count" aria-hidden>{`+${roleCount - 1}`}</span>
        </>
      )}
    </span>
  )
}

/** Primary organisation with its parent, and the number of others. */
export const UserOrganizations = ({ orgs: [first, ...others] }: Pick<UserRow, 'orgs'>) =>
  first && (
    <span className="user-roles">
      <NamePath above={first.above} name={first.orgName} />
      {others.length > 0 && <span className="user-quiet">{`+${others.length}`}</span>}
    </span>
  )

const tones = { 1: 'good', 0: 'plain', 2: 'warn' } as const

type LockState = NonNullable<UserRow['lock']>
/** Reason, author and end of a lock. */
export const lockText = ({ reason, by, until }: LockState): string =>
  until
    ? t('{reason}（{name}，至 {until}）', { reason, name: by.name, until: formatMoment(until) })
    : t('{reason}（{name}，直到解锁）', { reason, name: by.name })

/** Status of a user in a list; the reason of a lock, and that the account has expired, in its tip. */
export const UserStatus = ({ status, lock, expireTime }: Pick<UserRow, 'status' | 'lock' | 'expireTime'>) => {
  const hasExpired = status === 0 && expireTime !== null && Date.parse(expireTime) <= Date.now()
  const reason = lock ? lockText(lock) : hasExpired && t('已到期')
  return (
    <span title={reason || undefined}>
      <Tag tone={tones[status]}>{stateNames[status]}</Tag>
      {reason && <span className="visually-hidden">{reason}</span>}
    </span>
  )
}

/** Status of a user, with the reason of a lock. */
export const UserState = ({ status, lock, expireTime }: Pick<UserRow, 'status' | 'lock' | 'expireTime'>) => (
  <span className="user-state">
    <Tag tone={tones[status]}>{stateNames[status]}</Tag>
    {lock && (
      <span className="user-quiet">
        <EllipsisText full={lockText(lock)}>{lock.reason}</EllipsisText>
      </span>
    )}
    {!lock && status === 0 && expireTime && Date.parse(expireTime) <= Date.now() && (
      <span className="user-quiet">{t('已到期')}</span>
    )}
  </span>
)

const steps = [
  ['totp', t(secondStepNames.totp), Smartphone],
  ['passkey', t('通行密钥', { context: 'singular' }), KeyRound],
  ['sms', t(secondStepNames.sms), MessageSquare],
] as const

/** Names of the second steps in use. */
export const secondSteps = (mfa: UserRow['mfa']): string[] => steps.filter(([way]) => mfa[way]).map(([, name]) => name)

/** Second steps of a user; unknown for members from other companies. */
export const UserMfa = ({ mfa, outside }: Pick<UserRow, 'mfa' | 'outside'>) => {
  if (outside) return <span className="user-quiet">{t('不适用')}</span>
  const ways = steps.filter(([way]) => mfa[way])
  if (ways.length === 0) return <span className="user-quiet">{t('未开启')}</span>
  return (
    <span className="user-mfa">
      {ways.map(([way, name, Icon]) => (
        <span key={way} title={name}>
          <Icon aria-hidden size={16} />
          <span className="visually-hidden">{name}</span>
        </span>
      ))}
    </span>
  )
}

/** Time of the last sign-in. */
export const LastLogin = ({ lastLogin }: Pick<UserRow, 'lastLogin'>) =>
  lastLogin ? <Time at={lastLogin.time} /> : <span className="user-quiet">{t('从未登录')}</span>
