import { useEffect, useState } from 'react'
import { whenSettled } from '../../shared/entry/when-settled.ts'

/** Whether the first page has read what it shows, so that nothing competes with it. */
export const useSettled = (): boolean => {
  const [settled, setSettled] = useState(false)
  useEffect(
    () =>
      whenSettled(() => {
        setSettled(true)
        return undefined
      }),
    [],
  )
  return settled
}
