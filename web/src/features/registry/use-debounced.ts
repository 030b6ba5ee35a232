import { useEffect, useState } from 'react'

const pause = 250

/** What was typed last, once the typing pauses. */
export const usePaused = (typed: string): string => {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), pause)
    return () => clearTimeout(timer)
  }, [typed])
  return settled.trim()
}
