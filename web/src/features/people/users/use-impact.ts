import { useRef, useState } from 'react'

/** Ignores the handover, which the user chose in this form. */
const impactKey = (impact: object) => JSON.stringify({ ...impact, handover: null })

/**
 * Impact shown inside its own form: the first attempt fetches it, the next one confirms it. Returns the impact to show
 * and `confirms` for the write.
 */
export const useImpact = <Impact extends object>() => {
  const shownKey = useRef('')
  const [impact, setImpact] = useState<Impact>()
  const confirms = async (next: Impact) => {
    if (impactKey(next) === shownKey.current) return true
    shownKey.current = impactKey(next)
    setImpact(next)
    return false
  }
  return [impact, confirms] as const
}
