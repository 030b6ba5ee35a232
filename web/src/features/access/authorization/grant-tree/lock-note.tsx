import { Lock } from 'lucide-react'
import { lockWords } from '../public/grant-tree/grant-rights.ts'

/** Why a right cannot be granted, in two or three words; its row says it in a sentence to screen readers. */
export const LockNote = ({ lock }: { lock: keyof typeof lockWords }) => (
  <span className="grant-lock" aria-hidden="true" title={lockWords[lock].sentence}>
    <Lock size={12} aria-hidden="true" />
    {lockWords[lock].short}
  </span>
)
