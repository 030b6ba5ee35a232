import type { MouseEvent, ReactNode } from 'react'
import './cell-link.css'

/** What a press on a row's name does; `href` if it leads to an address, which may open in another tab. */
export type Opener = { run: () => void; href?: string | undefined }

const opensHere = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey)

/** A row's name that opens the row. */
export const CellLink = ({ opener, children }: { opener: Opener | undefined; children: ReactNode }) => {
  if (!opener) return children
  const press = (event: MouseEvent) => {
    event.stopPropagation()
    if (!opensHere(event)) return
    event.preventDefault()
    opener.run()
  }
  return opener.href === undefined ? (
    <button type="button" className="cell-link" onClick={press}>
      {children}
    </button>
  ) : (
    <a className="cell-link" href={opener.href} onClick={press}>
      {children}
    </a>
  )
}
