import { useEffect, useState } from 'react'

const moment = 2400

/** The row to draw the eye to after it was saved; forgotten after a moment. */
export const useMarkedRow = () => {
  const [id, mark] = useState<string>()
  useEffect(() => {
    if (id === undefined) return
    const timer = setTimeout(() => mark(undefined), moment)
    return () => clearTimeout(timer)
  }, [id])
  return [id, mark] as const
}
