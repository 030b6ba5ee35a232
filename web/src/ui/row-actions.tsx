import { useState } from 'react'
import { Button } from './button.tsx'
import { type PopupAnchor, PopupMenu, type PopupSection } from './popup-menu.tsx'
import './row-actions.css'

export type RowAction = { label: string; danger?: boolean; run: () => void }

const shownAtMost = 2
const more = '更多'
const letter = 14
const aroundLabel = 10
const aroundCell = 16

/** Width of the action column in pixels, for any row. `when`: not every row has the action. */
export const actionsWidth = (actions: readonly { label: string; when?: unknown }[]): number => {
  // Actions after the last one that fits in every row are under 更多.
  const always = actions.filter(({ when }) => !when)
  const last = always[shownAtMost - 1]
  const before = last ? actions.indexOf(last) + 1 : actions.length
  const widest = actions.slice(0, before).map(({ label }) => label.length)
  widest.sort((one, other) => other - one)
  const shown = [...widest.slice(0, shownAtMost), ...(actions.length > shownAtMost ? [more.length] : [])]
  return aroundCell + shown.reduce((sum, letters) => sum + letters * letter + aroundLabel, 0)
}

/** Dangers stand last, below a line. */
const toSections = (actions: readonly RowAction[]): PopupSection[] =>
  [actions.filter(({ danger }) => !danger), actions.filter(({ danger }) => danger)]
    .filter(({ length }) => length > 0)
    .map((each) => ({ items: each.map(({ run, ...action }) => ({ ...action, onPick: run })) }))

/** Actions of one row: at most two buttons, the rest under 更多. */
export const RowActions = ({ actions }: { actions: readonly RowAction[] }) => {
  const [anchor, setAnchor] = useState<PopupAnchor>()
  const rest = actions.slice(shownAtMost)
  return (
    <span className="row-actions">
      {actions.slice(0, shownAtMost).map(({ label, danger = false, run }) => (
        <Button key={label} look="link" danger={danger} onClick={run}>
          {label}
        </Button>
      ))}
      {rest.length > 0 && (
        <Button
          look="link"
          aria-haspopup="menu"
          aria-expanded={anchor !== undefined}
          onClick={({ currentTarget }) => setAnchor(currentTarget.getBoundingClientRect())}
        >
          {more}
        </Button>
      )}
      {anchor && (
        <PopupMenu
          label={more}
          anchor={anchor}
          align="end"
          sections={toSections(rest)}
          onClose={() => setAnchor(undefined)}
        />
      )}
    </span>
  )
}
