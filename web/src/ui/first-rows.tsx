import { t } from './texts.ts'
import './impact-dialog.css'

type FirstRow = {
  key: string
  name: string
  /** Beside the name. */
  note?: string
  /** Tooltip of the note. */
  noteTitle?: string
}
type FirstRowsProps = {
  label: string
  rows: readonly FirstRow[]
  total: number
  /** Measure word of the rows. */
  unit?: string
}

/** The first rows of an impact, and how many there are. */
export const FirstRows = ({ label, rows, total, unit = t('人') }: FirstRowsProps) => (
  <>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with keys */}
    <ul className="impact-first" tabIndex={0} aria-label={label}>
      {rows.map(({ key, name, note, noteTitle }) => (
        <li key={key}>
          <span>{name}</span>
          {note !== undefined && (
            <span className="impact-quiet" title={noteTitle}>
              {note}
            </span>
          )}
        </li>
      ))}
    </ul>
    {total > rows.length && (
      <p className="impact-quiet">
        {t('共 {total} {unit}，列出前 {count} {unit}。', { total, unit, count: rows.length })}
      </p>
    )}
  </>
)
