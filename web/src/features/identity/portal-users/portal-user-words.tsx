import {
  type PortalUserRow,
  portalUserKinds,
  portalUserStates,
} from '@atrium/contract/features/identity/portal-users/portal-users.contract.ts'
import { stateNames } from '@atrium/contract/features/people/users/user-words.ts'
import { EllipsisText } from '../../../ui/ellipsis-text.tsx'
import { clausesText } from '../../../ui/list-text.ts'
import { withNote } from '../../../ui/punctuation.ts'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { formatMoment } from '../../../ui/time.tsx'
import './portal-users.css'

export const kindNames: Record<PortalUserRow['kind'], string> = { person: t('个人'), ent: t('企业') }
export const kindOptions = portalUserKinds.map((kind) => ({ value: kind, label: kindNames[kind] }))
export const stateOptions = portalUserStates.map((state) => ({ value: String(state), label: stateNames[state] }))

const tones = { 1: 'good', 0: 'plain', 2: 'warn' } as const
type Lock = NonNullable<PortalUserRow['lock']>
/** Reason, author and end of a lock. */
export const lockText = ({ reason, by, until }: Lock): string =>
  withNote(reason, clausesText([by.name, until ? t('至 {until}', { until: formatMoment(until) }) : t('直到解锁')]))

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
