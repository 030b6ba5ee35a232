import { Lock } from 'lucide-react'
import { lockWords } from './grant-rights.ts'

/** Why a right cannot be granted, in two or three words. */
export const LockNote = ({ lock }: { lock: keyof typeof lockWords }) => (
  <span className="grant-lock" title={lockWords[lock].sentence}>
    <Lock size={12} aria-hidden="true" />
    {lockWords[lock].short}
  </span>
)
