import './entrance-result.css'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'

/** The good end of a form in the entrance: what happened, and the way on. */
export const EntranceResult = ({ text, children }: { text: string; children: ReactNode }) => (
  <div className="entrance-result">
    <span className="entrance-result-mark" aria-hidden="true">
      <Check size={22} />
    </span>
    <p role="status">{text}</p>
    {children}
  </div>
)
