import { type ReactNode, type Ref, Suspense, startTransition, useImperativeHandle, useRef, useState } from 'react'

/** Opens an overlay, whose content receives what to call once it has closed. */
export type OpenOverlay = (make: (onClosed: () => void) => ReactNode) => void

/** Holds the overlay's state, so that opening one does not draw its page again. */
const OverlayHost = ({ ref }: { ref: Ref<OpenOverlay> }) => {
  const [{ count, content }, setOpened] = useState<{ count: number; content: ReactNode }>({ count: 0, content: null })
  useImperativeHandle(ref, () => (make) => {
    const own = count + 1
    const close = () => setOpened((now) => (now.count === own ? { ...now, content: null } : now))
    // In slices: the page answers while a large form is drawn.
    startTransition(() => setOpened({ count: own, content: make(close) }))
  })
  return <Suspense key={count}>{content}</Suspense>
}

/**
 * Overlay above a page, one at a time. Each opening is a new instance, without waiting for the previous one to close.
 * @returns the element to render and the open function, which passes a close callback to its content
 */
export const useOverlay = (): [ReactNode, OpenOverlay] => {
  const host = useRef<OpenOverlay>(null)
  return [<OverlayHost key="overlay" ref={host} />, (make) => host.current?.(make)]
}
