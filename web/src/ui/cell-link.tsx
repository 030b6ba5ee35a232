import type { ReactNode } from 'react'
import './cell-link.css'

/** A row's name that opens the row. */
export const CellLink = ({ onOpen, children }: { onOpen: (() => void) | undefined; children: ReactNode }) =>
  onOpen ? (
    <button
      type="button"
      className="cell-link"
      onClick={(event) => {
        event.stopPropagation()
        onOpen()
      }}
    >
      {children}
    </button>
  ) : (
    children
  )
