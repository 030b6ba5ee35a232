import { useState } from 'react'

/** Whether work is being done, and how it is done. In: what becomes of work that fails. */
export const useBusy = (refused: (error: unknown) => void) => {
  const [busy, setBusy] = useState(false)
  const whileBusy = async (work: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      refused(error)
    } finally {
      setBusy(false)
    }
  }
  return [busy, whileBusy] as const
}
