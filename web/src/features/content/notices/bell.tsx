import type { Bell as Reply } from '@atrium/contract/features/content/notices/published-notices.contract.ts'
import { maxUnread } from '@atrium/contract/features/content/notices/published-notices.contract.ts'
import { Bell as BellIcon } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useBell } from './use-bell.ts'
import './bell.css'

const BellPanel = lazy(async () => ({ default: (await import('./bell-panel.tsx')).BellPanel }))

const badgeText = ({ unread }: Reply) => (unread >= maxUnread ? '99+' : String(unread))

type BellProps = {
  /** Waits until the first page has read what it shows. */
  whenSettled: (work: () => undefined) => () => void
  /** Addresses of all notices, and of one. */
  all: string
  one: (id: string) => string
}

/** The bell of the top bar: the number of unread notices, and the newest ones. */
export const Bell = ({ whenSettled, all, one }: BellProps) => {
  const bell = useBell(whenSettled)
  const [open, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const unread = bell?.unread ?? 0
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className="bell"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={unread > 0 && bell ? `通知，${badgeText(bell)} 条未读` : '通知'}
        title="通知"
        onClick={() => setOpen(!open)}
      >
        <BellIcon size={18} aria-hidden="true" />
        {unread > 0 && bell && (
          <span className="bell-badge" aria-hidden="true">
            {badgeText(bell)}
          </span>
        )}
      </button>
      {open && (
        <Suspense>
          <BellPanel beside={trigger} all={all} one={one} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
