import { useRef, useState } from 'react'

/** Who takes over is the person's own choice, and no news to him. */
const newsOf = (impact: object) => JSON.stringify({ ...impact, handover: null })

/**
 * What a change would do, shown in its own form: the first attempt brings it, the next one means that it was seen. Out:
 * the impact to show, and the answer a write wants.
 */
export const useImpact = <Impact extends object>() => {
  const seen = useRef('')
  const [impact, show] = useState<Impact>()
  const confirms = async (next: Impact) => {
    if (newsOf(next) === seen.current) return true
    seen.current = newsOf(next)
    show(next)
    return false
  }
  return [impact, confirms] as const
}
