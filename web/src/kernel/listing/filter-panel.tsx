import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { useBorrowedFocus } from '../../ui/use-popup.ts'

type FilterPanelProps = {
  /** The button that opens it: a press on it does not close the panel. */
  beside: RefObject<HTMLElement | null>
  total: string
  onClear: () => void
  onClose: () => void
  children: ReactNode
}

/** Calendars and options of the kit open outside the panel in the document. */
const kitPopups = '.ant-select-dropdown, .ant-picker-dropdown'

/** Filters beside the toolbar; on a phone a sheet at the bottom. Esc and a press outside close it. */
export const FilterPanel = ({ beside, total, onClear, onClose, children }: FilterPanelProps) => {
  const box = useRef<HTMLDivElement>(null)
  useBorrowedFocus(box)
  const leave = useEffectEvent(({ target }: PointerEvent) => {
    if (!(target instanceof Element) || target.closest(kitPopups)) return
    if (![box, beside].some(({ current }) => current?.contains(target))) onClose()
  })
  useEffect(() => {
    addEventListener('pointerdown', leave, true)
    return () => removeEventListener('pointerdown', leave, true)
  }, [])
  return (
    <>
      <div className="filter-panel-shade" />
      <div
        ref={box}
        className="filter-panel"
        role="dialog"
        aria-label="筛选"
        tabIndex={-1}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.defaultPrevented) return
          event.stopPropagation()
          onClose()
        }}
      >
        <div className="filter-panel-head">
          <strong>筛选</strong>
          <Button look="quiet" aria-label="关闭" icon={<X aria-hidden size={16} />} onClick={onClose} />
        </div>
        <div className="filter-panel-body">{children}</div>
        <div className="filter-panel-foot">
          <Button onClick={onClear}>清除</Button>
          <Button look="primary" onClick={onClose}>
            查看 {total} 条
          </Button>
        </div>
      </div>
    </>
  )
}
