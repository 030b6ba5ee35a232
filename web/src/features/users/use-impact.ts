import type { UserImpact } from '@atrium/contract/features/users/users.contract.ts'
import { useRef, useState } from 'react'

/** Who takes over is the person's own choice, and no news to him. */
const newsOf = ({ handover: _, ...news }: UserImpact) => JSON.stringify(news)

/**
 * What a change would do, shown in its own form: the first attempt brings it, the next one means that it was seen. Out:
 * the impact to show, and the answer a write wants.
 */
export const useImpact = () => {
  const seen = useRef('')
  const [impact, show] = useState<UserImpact>()
  const confirms = async (next: UserImpact) => {
    if (newsOf(next) === seen.current) return true
    seen.current = newsOf(next)
    show(next)
    return false
  }
  return [impact, confirms] as const
}
