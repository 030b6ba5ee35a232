import { type RefObject, useLayoutEffect } from 'react'

const margin = 8
const gap = 4

/**
 * Places a popup as close to a point as fits in the window. `side`: its top edge, and its left or right one; `above`: its
 * lower edge, where there is no room below.
 */
export const placePopup = (
  popup: HTMLElement,
  { top, above = 0, ...side }: { top: number; above?: number | undefined } & ({ left: number } | { right: number }),
) => {
  if (!popup.matches(':popover-open')) popup.showPopover()
  const { width, height } = popup.getBoundingClientRect()
  const left = 'left' in side ? side.left : side.right - width
  popup.style.left = `${Math.max(margin, Math.min(left, innerWidth - width - margin))}px`
  const most = innerHeight - height - margin
  const fits = top <= most || above - height < margin
  popup.style.top = `${fits ? Math.max(margin, Math.min(top, most)) : above - height - gap}px`
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
