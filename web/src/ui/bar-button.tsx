import { clausesText } from '@atrium/contract/kernel/list-text.ts'
import './bar-button.css'
import type { ReactNode, Ref } from 'react'

type BarButtonProps = {
  ref: Ref<HTMLButtonElement>
  title: string
  /** What a screen reader says of the badge. */
  note: string | undefined
  badge: string | undefined
  isOpen: boolean
  onClick: () => void
  /** Its icon. */
  children: ReactNode
}

/** Button of the top bar that opens a panel; its badge says how much waits there. */
export const BarButton = ({ ref, title, note, badge, isOpen, onClick, children }: BarButtonProps) => (
  <button
    ref={ref}
    type="button"
    className="bar-button"
    aria-haspopup="dialog"
    aria-expanded={isOpen}
    aria-label={note === undefined ? title : clausesText([title, note])}
    title={title}
    onClick={onClick}
  >
    {children}
    {badge !== undefined && (
      <span className="bar-badge" aria-hidden="true">
        {badge}
      </span>
    )}
  </button>
)
