import { type RefObject, useEffect } from 'react'

/** Marks a scrolling box with `data-hidden-end` while content is hidden behind its right edge. */
export const useHiddenEnd = (box: RefObject<HTMLElement | null>): void =>
  useEffect(() => {
    const element = box.current
    if (!element) return
    const mark = () => {
      const hidden = element.scrollWidth - element.clientWidth - element.scrollLeft
      element.toggleAttribute('data-hidden-end', hidden > 1)
    }
    const resizes = new ResizeObserver(mark)
    for (const sized of [element, ...element.children]) resizes.observe(sized)
    element.addEventListener('scroll', mark, { passive: true })
    return () => {
      resizes.disconnect()
      element.removeEventListener('scroll', mark)
    }
  }, [box])
