import type { ReactNode } from 'react'
import { Link } from 'react-router'

type CardRowProps = {
  title: ReactNode
  /** Where the title leads; without, the user does not have the page. */
  to?: string | undefined
  /** A quiet line below the title. */
  note?: ReactNode
  /** Before and behind the lines: a picture, a tag, a button. */
  start?: ReactNode
  end?: ReactNode
}

/** A row of a card on the workbench. */
export const CardRow = ({ title, to, note, start, end }: CardRowProps) => (
  <li className="workbench-row">
    {start}
    <span className="workbench-lines">
      {to ? <Link to={to}>{title}</Link> : <span>{title}</span>}
      {note && <small>{note}</small>}
    </span>
    {end}
  </li>
)

/** Rows of a card; a sentence where there are none. */
export const CardRows = ({ empty, children }: { empty: ReactNode; children: readonly ReactNode[] }) =>
  children.length === 0 ? <p className="workbench-empty">{empty}</p> : <ul className="workbench-rows">{children}</ul>
