import './entrance-result.css'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'

/** Success message of a form on the sign-in layout, with the next step. */
export const EntranceResult = ({ text, children }: { text: string; children: ReactNode }) => (
  <div className="entrance-result">
    <span className="entrance-result-mark" aria-hidden="true">
      <Check size={22} />
    </span>
    <p role="status">{text}</p>
    {children}
  </div>
)
