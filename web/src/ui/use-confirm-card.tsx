import { type ReactNode, useState } from 'react'
import { useOpened } from './use-opened.tsx'

/**
 * Puts something over a page that is answered with yes or no. Out: what to render, the way to ask, and whether somebody is
 * reading: then nothing is on its way.
 */
export const useAnswer = () => {
  const [card, open] = useOpened()
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
