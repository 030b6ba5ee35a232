import { t } from '../../../ui/texts.ts'
import '../../../ui/bar-button.css'
import type { Bell as Reply } from '@atrium/contract/features/content/notices/published-notices.contract.ts'
import { maxUnread } from '@atrium/contract/features/content/notices/published-notices.contract.ts'
import { Bell as BellIcon } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import { Flyout } from '../../../ui/flyout.tsx'
import { useBell } from './use-bell.ts'

const BellPanel = lazy(async () => ({ default: (await import('./bell-panel.tsx')).BellPanel }))
const PublicBellPanel = lazy(async () => ({ default: (await import('./public-bell-panel.tsx')).PublicBellPanel }))

const badgeText = ({ unread }: Reply) => {
  if (unread === 0) return undefined
  return unread >= maxUnread ? '99+' : String(unread)
}

type BellFrameProps = {
  /** Address of all notices. */
  all: string
  badge?: string | undefined
  /** The newest of them. */
  children: ReactNode
}

/** The bell leads to all notices, and shows the newest below it. */
const BellFrame = ({ all, badge, children }: BellFrameProps) => (
  <Flyout
    side="below"
    trigger={
      <Link
        className="bar-button"
        to={all}
        aria-label={badge === undefined ? t('通知') : t('通知，{badge} 条未读', { badge })}
      >
        <BellIcon size={18} aria-hidden="true" />
        {badge !== undefined && (
          <span className="bar-badge" data-urgent aria-hidden="true">
            {badge}
          </span>
        )}
      </Link>
    }
  >
    <Suspense>{children}</Suspense>
  </Flyout>
)

type BellProps = {
  /** Waits until the first page has read what it shows. */
  whenSettled: (work: () => undefined) => () => void
  /** Addresses of all notices, and of one. */
  all: string
  one: (id: string) => string
}

/** The bell of the top bar, with the number of unread notices. */
export const Bell = ({ whenSettled, all, one }: BellProps) => {
  const bell = useBell(whenSettled)
  return (
    <BellFrame all={all} badge={bell && badgeText(bell)}>
      <BellPanel all={all} one={one} />
    </BellFrame>
  )
}

/** The bell during a visit, which has no notices of its own: those for everybody. */
export const VisitBell = ({ all }: { all: string }) => (
  <BellFrame all={all}>
    <PublicBellPanel all={all} />
  </BellFrame>
)
