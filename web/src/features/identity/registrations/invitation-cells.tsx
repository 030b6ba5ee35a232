import type { InvitationRow } from '@atrium/contract/features/identity/registrations/registrations.contract.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { Time } from '../../../ui/time.tsx'
import './registrations.css'

/** The code with a copy button. */
export const InvitationCode = ({ code }: Pick<InvitationRow, 'code'>) => (
  <span className="invitation-cell">
    <code>{code}</code>
    <CopyButton text={code} what={t('邀请码 {code}', { code })} />
  </span>
)

/** Uses and their limit. */
export const InvitationUses = ({ uses, mostUses }: Pick<InvitationRow, 'uses' | 'mostUses'>) => (
  <span className="invitation-cell">
    {`${uses} / ${mostUses}`}
    {uses >= mostUses && <Tag>{t('已用完')}</Tag>}
  </span>
)

/** Expiry of an invitation. */
export const InvitationEnd = ({ expireTime }: Pick<InvitationRow, 'expireTime'>) => {
  const isPast = Date.parse(expireTime) <= Date.now()
  return (
    <span className={isPast ? 'invitation-cell invitation-past' : 'invitation-cell'}>
      <Time at={expireTime} />
      {isPast && <Tag>{t('已过期')}</Tag>}
    </span>
  )
}
