import { useRef, useState } from 'react'

/**
 * Shows an impact within its form: the first attempt shows it, the next one confirms it. `toKey` says which impacts
 * count as the same.
 * @returns the impact to render and the `confirms` callback for a write
 */
export const useFormImpact = <Impact>(toKey: (impact: Impact) => string = JSON.stringify) => {
  const shownKey = useRef('')
  const [impact, setImpact] = useState<Impact>()
  const confirms = async (next: Impact) => {
    if (toKey(next) === shownKey.current) return true
    shownKey.current = toKey(next)
    setImpact(next)
    return false
  }
  return [impact, confirms] as const
}
