import { maxUnread } from '@atrium/contract/features/content/notices/published-notices.contract.ts'
import { useBell } from '../../features/content/notices/use-bell.ts'
import { whenSettled } from '../../shared/entry/when-settled.ts'
import { t } from '../../ui/texts.ts'

/** The number of unread notices, kept up to date; nothing without any. */
export const UnreadBadge = () => {
  const unread = useBell(whenSettled)?.unread ?? 0
  if (unread === 0) return null
  const text = unread >= maxUnread ? '99+' : String(unread)
  return (
    <span className="portal-badge">
      {text}
      <span className="visually-hidden">{t('条未读')}</span>
    </span>
  )
}
