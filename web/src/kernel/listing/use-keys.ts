import { useEffect, useEffectEvent } from 'react'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.closest('input, textarea, select') !== null)

const isDialogOpen = () =>
  [...document.querySelectorAll('[role="dialog"], [role="alertdialog"], dialog[open]')].some((dialog) =>
    dialog.checkVisibility({ visibilityProperty: true }),
  )

/**
 * Single-key shortcuts of the visible page. Ignored while the user types, while a dialog is open, and while the page is
 * hidden (its effects are then undone). `keys`: handlers by key.
 */
export const useKeys = (keys: Readonly<Record<string, (() => void) | undefined>>) => {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return
    const run = keys[event.key]
    if (!run || isTyping(event.target) || isDialogOpen()) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
