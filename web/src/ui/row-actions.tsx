import { type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { type PopupAnchor, PopupMenu, type PopupSection } from './popup-menu.tsx'
import { textWidth } from './text-width.ts'
import { t } from './texts.ts'
import './row-actions.css'

/** `danger`: it destroys something, and stands under 更多; the second of two answers does not. */
export type RowAction = { label: string; danger?: boolean; run: () => void }

const shownAtMost = 2
const more = t('更多')
const letter = 14
const aroundLabel = 10
const aroundCell = 16

type Placed = { label: string; danger?: boolean; when?: unknown }
/** What stands in a row; what destroys something is under 更多, unless there is nothing else. */
const standing = <Action extends Placed>(actions: readonly Action[]): readonly Action[] => {
  const harmless = actions.filter(({ danger }) => !danger)
  return harmless.length > 0 || actions.length > 1 ? harmless : actions
}

/** Width of the action column in pixels, for any row. `when`: not every row has the action. */
export const actionsWidth = (actions: readonly Placed[]): number => {
  const placed = standing(actions)
  const always = placed.filter(({ when }) => !when)
  const widestAt = (place: number) => {
    // What every row has stands at a place at the latest; what a row has before it, earlier.
    const last = always[place]
    const end = last ? placed.indexOf(last) + 1 : placed.length
    const isAlwaysBefore = place > 0 && placed[0] === always[0]
    return Math.max(...placed.slice(isAlwaysBefore ? 1 : 0, end).map(({ label }) => textWidth(label, letter)))
  }
  const shown = placed.slice(0, shownAtMost).map((_, place) => widestAt(place))
  if (actions.length > shown.length) shown.push(textWidth(more, letter))
  return aroundCell + Math.ceil(shown.reduce((sum, width) => sum + width + aroundLabel, 0))
}

/** Dangers stand last, below a line. */
export const toSections = (actions: readonly RowAction[]): PopupSection[] =>
  [actions.filter(({ danger }) => !danger), actions.filter(({ danger }) => danger)]
    .filter(({ length }) => length > 0)
    .map((each) => ({ items: each.map(({ run, ...action }) => ({ ...action, onPick: run })) }))

type MoreActionsProps = {
  actions: readonly RowAction[]
  /** In place of the word. */
  icon?: ReactNode
}

/** Actions under 更多. */
export const MoreActions = ({ actions, icon }: MoreActionsProps) => {
  const [anchor, setAnchor] = useState<PopupAnchor>()
  return (
    <>
      <Button
        look="link"
        {...(icon ? { icon, 'aria-label': more, title: more } : {})}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={({ currentTarget }) => setAnchor(currentTarget.getBoundingClientRect())}
      >
        {icon ? null : more}
      </Button>
      {anchor && (
        <PopupMenu
          label={more}
          anchor={anchor}
          align="end"
          sections={toSections(actions)}
          onClose={() => setAnchor(undefined)}
        />
      )}
    </>
  )
}

/** Actions of one row: at most two buttons, the rest under 更多. */
export const RowActions = ({ actions }: { actions: readonly RowAction[] }) => {
  const shown = standing(actions).slice(0, shownAtMost)
  const rest = actions.filter((action) => !shown.includes(action))
  return (
    <span className="row-actions">
      {shown.map(({ label, run }) => (
        <Button key={label} look="link" onClick={run}>
          {label}
        </Button>
      ))}
      {rest.length > 0 && <MoreActions actions={rest} />}
    </span>
  )
}
