import './popup-menu.css'
import { Check } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { Group } from './group.tsx'
import { placePopup, useBorrowedFocus } from './use-popup.ts'

type PopupItem = {
  label: string
  icon?: ReactNode
  disabled?: boolean
  /** Destroys something. */
  danger?: boolean | undefined
  /** For a choice of several: whether this item is selected. */
  checked?: boolean
  onPick: () => void
}
export type PopupSection = {
  label?: string
  /** Its label and its items stand in one row: a choice of a few short words. */
  isRow?: boolean
  items: readonly PopupItem[]
}
/** Where the menu opens: below a control, or at a point. */
export type PopupAnchor = {
  readonly left: number
  readonly right: number
  readonly bottom: number
  readonly top?: number
}

type Props = {
  label: string
  anchor: PopupAnchor
  /** Edge of the anchor to align with. */
  align?: 'start' | 'end'
  header?: ReactNode
  sections: readonly PopupSection[]
  /** Called on close, with or without a choice. Focus returns to where it was. */
  onClose: () => void
}

const selector = '[role^=menuitem]:not(:disabled)'

const step: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

const Item = ({ item, onDone }: { item: PopupItem; onDone: () => void }) => (
  <button
    type="button"
    className="popup-menu-item"
    data-danger={item.danger || undefined}
    {...(item.checked === undefined ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': item.checked })}
    disabled={item.disabled}
    tabIndex={-1}
    onClick={() => {
      onDone()
      item.onPick()
    }}
  >
    <span className="popup-menu-icon" aria-hidden="true">
      {item.checked ? <Check size={16} /> : item.icon}
    </span>
    {item.label}
  </button>
)

/** Menu of commands. Arrow keys move, Enter picks, Esc and a press outside close it. */
export const PopupMenu = ({ label, anchor, align = 'start', header, sections, onClose }: Props) => {
  const box = useRef<HTMLDivElement>(null)
  const items = () => [...(box.current?.querySelectorAll<HTMLElement>(selector) ?? [])]

  useLayoutEffect(() => {
    const { left, right, bottom: top, top: above } = anchor
    if (box.current) placePopup(box.current, { top, above, ...(align === 'end' ? { right } : { left }) })
  }, [anchor, align])
  useBorrowedFocus(box, selector)

  const close = useEffectEvent(onClose)
  useEffect(() => {
    const leave = (event: Event) => {
      if (event.target instanceof Node && box.current?.contains(event.target)) return
      close()
    }
    addEventListener('pointerdown', leave, true)
    addEventListener('wheel', leave, { capture: true, passive: true })
    addEventListener('resize', leave)
    return () => {
      removeEventListener('pointerdown', leave, true)
      removeEventListener('wheel', leave, true)
      removeEventListener('resize', leave)
    }
  }, [])

  const steer = (event: KeyboardEvent) => {
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault()
      event.stopPropagation()
      onClose()
      return
    }
    const all = items()
    const next = step[event.key]?.(all.indexOf(document.activeElement as HTMLElement), all.length)
    if (next === undefined) return
    event.preventDefault()
    all[next]?.focus()
  }

  return (
    <div className="popup-menu" popover="manual" ref={box}>
      {header && <div className="popup-menu-header">{header}</div>}
      <div role="menu" aria-label={label} tabIndex={-1} onKeyDown={steer}>
        {sections.map((section) => (
          <Group
            key={section.label ?? section.items[0]?.label}
            className={section.isRow ? 'popup-menu-section popup-menu-row' : 'popup-menu-section'}
            label={section.label}
          >
            {section.label && (
              <div className="popup-menu-label" aria-hidden="true">
                {section.label}
              </div>
            )}
            {section.items.map((item) => (
              <Item key={item.label} item={item} onDone={onClose} />
            ))}
          </Group>
        ))}
      </div>
    </div>
  )
}
