import type { ReactNode } from 'react'
import './empty.css'

/** What stands where rows would be: one sentence, and the action that helps. */
export const Empty = ({ title, hint, children }: { title: string; hint?: string; children?: ReactNode }) => (
  <div className="empty">
    <p className="empty-title">{title}</p>
    {hint && <p className="empty-hint">{hint}</p>}
    {children}
  </div>
)
