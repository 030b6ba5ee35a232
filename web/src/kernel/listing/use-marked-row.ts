import { useEffect, useState } from 'react'

const moment = 2400

/** Marks a row for a moment after it was saved. */
export const useMarkedRow = () => {
  const [id, mark] = useState<string>()
  useEffect(() => {
    if (id === undefined) return
    const timer = setTimeout(() => mark(undefined), moment)
    return () => clearTimeout(timer)
  }, [id])
  return [id, mark] as const
}
