import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Tag } from '../../../ui/tag.tsx'

type Props = {
  icon: LucideIcon
  title: string
  /** State as a word, with its tone. */
  state: string
  tone?: 'good' | 'plain' | 'warn'
  action: string
  busy?: boolean
  disabled?: boolean
  onAction: () => void
  /** Description or current details. */
  children: ReactNode
}

/** A protection of the account: its state and the button that changes it. */
export const SecurityItem = (props: Props) => {
  const {
    icon: Drawn,
    title,
    state,
    tone = 'plain',
    action,
    busy = false,
    disabled = false,
    onAction,
    children,
  } = props
  return (
    <li className="security-item">
      <span className="security-item-icon">
        <Drawn size={20} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <div className="security-item-words">
        <h3>
          {title} <Tag tone={tone}>{state}</Tag>
        </h3>
        <p>{children}</p>
      </div>
      <Button loading={busy} disabled={disabled} aria-label={action + title} onClick={onAction}>
        {action}
      </Button>
    </li>
  )
}

/** A group of items. */
export const SecurityGroup = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="security-card">
    <h2>{title}</h2>
    <ul>{children}</ul>
  </section>
)
