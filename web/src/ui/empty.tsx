import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import './empty.css'

/** Shown in place of rows: one sentence and a helpful action. */
export const Empty = ({ title, hint, children }: { title: string; hint?: string; children?: ReactNode }) => (
  <div className="empty">
    <Inbox size={24} strokeWidth={1.5} aria-hidden="true" />
    <p className="empty-title">{title}</p>
    {hint && <p className="empty-hint">{hint}</p>}
    {children}
  </div>
)
