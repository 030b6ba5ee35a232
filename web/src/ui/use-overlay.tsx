import { Fragment, type ReactNode, useState } from 'react'

type Open = (make: (onClosed: () => void) => ReactNode) => void

/**
 * What is opened over a page, one thing at a time. Every opening is a new one: it does not wait for the one before to
 * leave the screen. Out: what to render, and the way to open something, which is told how to say that it has gone.
 */
export const useOpened = (): [ReactNode, Open] => {
  const [{ count, content }, setOpened] = useState<{ count: number; content: ReactNode }>({ count: 0, content: null })
  const open: Open = (make) => {
    const own = count + 1
    const close = () => setOpened((now) => (now.count === own ? { ...now, content: null } : now))
    setOpened({ count: own, content: make(close) })
  }
  return [<Fragment key={count}>{content}</Fragment>, open]
}
