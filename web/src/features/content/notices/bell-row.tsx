import { CircleAlert, Megaphone, Newspaper } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import './bell-panel.css'

type BellRowProps = {
  to: string
  type: 'notice' | 'news'
  isUrgent?: boolean
  isUnread?: boolean
  title: string
  /** From where, when, and what is to be done. */
  note: ReactNode
  act?: string | false
}

/** One notice below the bell. */
export const BellRow = ({ to, type, isUrgent = false, isUnread = false, title, note, act }: BellRowProps) => {
  const Shape = isUrgent ? CircleAlert : type === 'news' ? Newspaper : Megaphone
  return (
    <li>
      <Link className="bell-row" to={to} data-unread={isUnread || undefined}>
        <span className="bell-icon" data-urgent={isUrgent || undefined}>
          <Shape size={16} aria-hidden="true" />
        </span>
        <span className="bell-words">
          <span className="bell-title">{title}</span>
          <span className="bell-note">{note}</span>
        </span>
        {act && <span className="bell-act">{act}</span>}
      </Link>
    </li>
  )
}
