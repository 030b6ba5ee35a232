import type { Bell as Reply } from '@atrium/contract/features/content/notices/published-notices.contract.ts'
import { maxUnread } from '@atrium/contract/features/content/notices/published-notices.contract.ts'
import { Bell as BellIcon } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { BarButton } from '../../../ui/bar-button.tsx'
import { useBell } from './use-bell.ts'

const BellPanel = lazy(async () => ({ default: (await import('./bell-panel.tsx')).BellPanel }))

const badgeText = ({ unread }: Reply) => {
  if (unread === 0) return undefined
  return unread >= maxUnread ? '99+' : String(unread)
}

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
  const badge = bell ? badgeText(bell) : undefined
  return (
    <>
      <BarButton
        ref={trigger}
        title="通知"
        note={badge && `${badge} 条未读`}
        badge={badge}
        isUrgent
        isOpen={open}
        onClick={() => setOpen(!open)}
      >
        <BellIcon size={18} aria-hidden="true" />
      </BarButton>
      {open && (
        <Suspense>
          <BellPanel beside={trigger} all={all} one={one} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
