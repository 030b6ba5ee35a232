import './plain-tabs.css'
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

type Tab<K extends string> = { key: K; text: string }
type Props<K extends string> = {
  label: string
  tabs: readonly Tab<K>[]
  active: K
  onSelect: (key: K) => void
  /** A tab is about to be selected: time to preload what it shows. */
  onInterest?: (key: K) => void
  /** Content of the active tab. */
  children: ReactNode
}

const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/** Tabs for pages that do not load the kit; arrow keys switch between them. */
export const PlainTabs = <K extends string>({ label, tabs, active, onSelect, onInterest, children }: Props<K>) => {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const offersChoice = tabs.length > 1
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const at = tabs.findIndex(({ key }) => key === active)
    const next = tabs[(at + step + tabs.length) % tabs.length]
    if (!next) return
    onSelect(next.key)
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.key}"]`)?.focus()
  }
  return (
    <>
      {offersChoice && (
        <div ref={list} className="plain-tabs" role="tablist" aria-label={label} onKeyDown={move}>
          {tabs.map(({ key, text }) => (
            <button
              key={key}
              type="button"
              role="tab"
              id={`${id}-${key}`}
              data-tab={key}
              className="plain-tab"
              aria-selected={key === active}
              aria-controls={`${id}-panel`}
              tabIndex={key === active ? 0 : -1}
              onPointerEnter={() => onInterest?.(key)}
              onClick={({ currentTarget }) => {
                onSelect(key)
                currentTarget.scrollIntoView({ block: 'nearest', inline: 'center' })
              }}
            >
              {text}
            </button>
          ))}
        </div>
      )}
      {/* Same element with and without tabs, so that typed text stays. */}
      <div {...(offersChoice && { role: 'tabpanel', id: `${id}-panel`, 'aria-labelledby': `${id}-${active}` })}>
        {children}
      </div>
    </>
  )
}
