import './hint-line.css'
import type { ReactNode } from 'react'

/** One line on pending items, with a link. */
export const HintLine = ({ children }: { children: ReactNode }) => <p className="hint-line">{children}</p>
