import './hint-line.css'
import type { ReactNode } from 'react'

/** One line that says what waits for somebody, and the way there. */
export const HintLine = ({ children }: { children: ReactNode }) => <p className="hint-line">{children}</p>
