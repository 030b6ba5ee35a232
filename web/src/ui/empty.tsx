import type { ReactNode } from 'react'
import './empty.css'

/** Shown in place of rows: one sentence and a helpful action. */
export const Empty = ({ title, hint, children }: { title: string; hint?: string; children?: ReactNode }) => (
  <div className="empty">
    <p className="empty-title">{title}</p>
    {hint && <p className="empty-hint">{hint}</p>}
    {children}
  </div>
)
