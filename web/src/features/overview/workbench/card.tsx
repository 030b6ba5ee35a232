import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'

type CardProps = {
  title: string
  /** Things to do; no pill for 0. */
  count?: string | undefined
  note?: ReactNode
  /** Controls at the end of the head. */
  end?: ReactNode
  children: ReactNode
}

/** A card of the workbench. */
export const Card = ({ title, count, note, end, children }: CardProps) => {
  const id = useId()
  return (
    <section className="workbench-card" aria-labelledby={id}>
      <div className="workbench-card-head">
        <h2 id={id}>{title}</h2>
        {count && <span className="workbench-count">{count}</span>}
        {note && <span className="workbench-note">{note}</span>}
        <div className="workbench-end">{end}</div>
      </div>
      {children}
    </section>
  )
}

type CardLinkProps = { to: string | undefined; children: ReactNode }
/** Leads to the page with everything; nothing if the user does not have it. */
export const CardLink = ({ to, children }: CardLinkProps) =>
  to && (
    <Link className="workbench-more" to={to}>
      {children}
    </Link>
  )

type ActionLinkProps = {
  to: string | undefined
  look?: 'framed' | 'quiet' | 'primary'
  /** Full description, if the label alone is ambiguous. */
  label?: string
  children: string
}
/** A button of a row that leads to the form or the question; nothing if the user does not have the page. */
export const ActionLink = ({ to, look = 'framed', label, children }: ActionLinkProps) =>
  to && (
    <Link className={`workbench-action workbench-action-${look}`} to={to} aria-label={label}>
      {children}
    </Link>
  )

/** A count that ends at a hundred. */
export const countText = (count: number): string => (count >= 100 ? '99+' : String(count))
