import { useEffect, useState } from 'react'

const delayMs = 250

/** The last typed text, once typing pauses. */
export const useDebounced = (typed: string): string => {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), delayMs)
    return () => clearTimeout(timer)
  }, [typed])
  return settled.trim()
}
