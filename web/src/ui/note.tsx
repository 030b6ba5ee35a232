import './note.css'
import type { ReactNode } from 'react'

type NoteProps = {
  /** Room around it, 16 px below by default: fields of forms stand further apart. */
  space?: 'none' | 'small' | 'around' | 'form'
  tone?: 'warn' | 'good'
  /** Announces a text that changes. */
  isLive?: boolean
  children: ReactNode
}

/** A remark on what a form or a page does, in a box. */
export const Note = ({ space, tone, isLive = false, children }: NoteProps) => (
  <p className="note" data-space={space} data-tone={tone} role={isLive ? 'status' : undefined}>
    {children}
  </p>
)
