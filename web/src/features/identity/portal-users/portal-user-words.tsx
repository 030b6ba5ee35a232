import {
  type PortalUserRow,
  portalUserKinds,
  portalUserStates,
} from '@atrium/contract/features/identity/portal-users/portal-users.contract.ts'
import { EllipsisText } from '../../../ui/ellipsis-text.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { formatMoment } from '../../../ui/time.tsx'
import { stateNames } from '../../people/users/public/state-names.ts'
import './portal-users.css'

export const kindNames: Record<PortalUserRow['kind'], string> = { person: t('个人'), ent: t('企业') }
export const kindOptions = portalUserKinds.map((kind) => ({ value: kind, label: kindNames[kind] }))
export const stateOptions = portalUserStates.map((state) => ({ value: String(state), label: stateNames[state] }))

const tones = { 1: 'good', 0: 'plain', 2: 'warn' } as const
type Lock = NonNullable<PortalUserRow['lock']>
/** Reason, author and end of a lock. */
export const lockText = ({ reason, by, until }: Lock): string =>
  until
    ? t('{reason}（{name}，至 {until}）', { reason, name: by.name, until: formatMoment(until) })
    : t('{reason}（{name}，直到解锁）', { reason, name: by.name })

export const PortalUserState = ({ status, lock }: Pick<PortalUserRow, 'status' | 'lock'>) => (
  <span title={lock ? lockText(lock) : undefined}>
    <Tag tone={tones[status]}>{stateNames[status]}</Tag>
  </span>
)

/** The name, with the part the user has in their company. */
export const PortalUserName = ({ name, admin, outside }: Pick<PortalUserRow, 'name' | 'admin' | 'outside'>) => (
  <span className="portal-user-name">
    <EllipsisText>{name}</EllipsisText>
    {admin && <Tag tone="accent">{t('管理员')}</Tag>}
    {outside && <Tag>{t('外部')}</Tag>}
  </span>
)
