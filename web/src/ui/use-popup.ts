import { type RefObject, useLayoutEffect } from 'react'

const margin = 8

/** Places a popup as close to a point as fits in the window. `side`: its top edge, and its left or right one. */
export const placePopup = (
  popup: HTMLElement,
  { top, ...side }: { top: number } & ({ left: number } | { right: number }),
) => {
  if (!popup.matches(':popover-open')) popup.showPopover()
  const { width, height } = popup.getBoundingClientRect()
  const left = 'left' in side ? side.left : side.right - width
  popup.style.left = `${Math.max(margin, Math.min(left, innerWidth - width - margin))}px`
  popup.style.top = `${Math.max(margin, Math.min(top, innerHeight - height - margin))}px`
}

/**
 * Focuses a popup, or the element that `selector` finds in it, and restores the focus on close, unless it has moved
 * elsewhere.
 */
export const useBorrowedFocus = (box: RefObject<HTMLElement | null>, selector?: string): void =>
  useLayoutEffect(() => {
    const before = document.activeElement
    const popup = box.current
    const first = selector ? popup?.querySelector<HTMLElement>(selector) : popup
    first?.focus({ preventScroll: true })
    return () => {
      const isOurs = document.activeElement === document.body || popup?.contains(document.activeElement)
      if (isOurs && before instanceof HTMLElement) before.focus()
    }
  }, [box, selector])
