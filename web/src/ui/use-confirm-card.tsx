import { type ReactNode, useState } from 'react'
import { useOverlay } from './use-overlay.tsx'

/**
 * Shows a card over the page that is answered with yes or no.
 * @returns the element to render, the ask function, and whether the user is still reading: then no call is running.
 */
export const useConfirmCard = () => {
  const [card, open] = useOverlay()
  const [isRead, setRead] = useState(false)
  const ask = (make: (onAnswer: (agreed: boolean) => void) => ReactNode) =>
    new Promise<boolean>((answered) => {
      setRead(true)
      open((onClosed) =>
        make((agreed) => {
          setRead(false)
          onClosed()
          answered(agreed)
        }),
      )
    })
  return [card, ask, isRead] as const
}
