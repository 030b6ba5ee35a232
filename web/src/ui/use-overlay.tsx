import { Fragment, type ReactNode, useState } from 'react'

/** Opens an overlay, whose content receives what to call once it has closed. */
export type OpenOverlay = (make: (onClosed: () => void) => ReactNode) => void

/**
 * Overlay above a page, one at a time. Each opening is a new instance, without waiting for the previous one to close.
 * Returns the element to render and the open function, which passes a close callback to its content.
 */
export const useOverlay = (): [ReactNode, OpenOverlay] => {
  const [{ count, content }, setOpened] = useState<{ count: number; content: ReactNode }>({ count: 0, content: null })
  const open: OpenOverlay = (make) => {
    const own = count + 1
    const close = () => setOpened((now) => (now.count === own ? { ...now, content: null } : now))
    setOpened({ count: own, content: make(close) })
  }
  return [<Fragment key={count}>{content}</Fragment>, open]
}
