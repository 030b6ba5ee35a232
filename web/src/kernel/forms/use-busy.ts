import { useState } from 'react'

/** Tracks whether work is running. `onError` receives its failures. */
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
