import './master-detail.css'
import type { ReactNode } from 'react'
import { useMedia } from './use-media.ts'

type MasterDetailProps = {
  /** Names what is chosen, for narrow screens, where the panel is folded. */
  summary: string
  panel: ReactNode
  children: ReactNode
}

/** A panel to choose from on the left, what belongs to the chosen entry on the right. */
export const MasterDetail = ({ summary, panel, children }: MasterDetailProps) => {
  const wide = useMedia('(min-width: 1200px)')
  return (
    <div className="master-detail">
      {wide ? (
        panel
      ) : (
        <details className="master-fold">
          <summary>{summary}</summary>
          {panel}
        </details>
      )}
      {children}
    </div>
  )
}

type MasterEntryProps = {
  isChosen: boolean
  onChoose: () => void
  code?: string
  count?: number
  tags?: ReactNode
  /** Its name. */
  children: ReactNode
}

/** One entry of the panel. */
export const MasterEntry = ({ isChosen, onChoose, code, count, tags, children }: MasterEntryProps) => (
  <button type="button" className="master-entry" aria-pressed={isChosen} onClick={onChoose}>
    <span className="master-words">
      <span>{children}</span>
      {code !== undefined && <span className="master-code">{code}</span>}
    </span>
    {tags}
    {count !== undefined && <span className="master-count">{count}</span>}
  </button>
)
