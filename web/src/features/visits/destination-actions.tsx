import { Pin } from 'lucide-react'
import type { KeyboardEvent, MouseEvent } from 'react'
import { nameOf, type Place } from './place.ts'

type PlaceActionsProps = {
  place: Place
  /** In a tree the arrows lead to a row, and only the one that is selected lets the Tab key in. */
  reachable?: boolean
  /** Why there is no way in, in a word. */
  closed?: string | undefined
  onPin: (place: Place) => void
  onEnter: (place: Place) => void
}

/** The tree around a row would take these for its own. */
const keepFromTree = (event: KeyboardEvent) => {
  if (event.key === 'Enter' || event.key === ' ') event.stopPropagation()
}

/** What can be done with a company or organisation: keep it at hand, and go in. */
export const PlaceActions = ({ place, reachable = true, closed, onPin, onEnter }: PlaceActionsProps) => {
  const name = nameOf(place)
  const { pinned } = place
  const own = (act: () => void) => ({
    type: 'button' as const,
    tabIndex: reachable ? 0 : -1,
    onKeyDown: keepFromTree,
    onClick: (event: MouseEvent) => {
      event.stopPropagation()
      act()
    },
  })
  return (
    <>
      {place.orgId === null && (
        <button
          {...own(() => onPin(place))}
          className="place-pin"
          aria-pressed={pinned}
          aria-label={`${pinned ? '取消固定' : '固定'}${name}`}
          title={pinned ? '取消固定' : '固定在最上面'}
        >
          <Pin size={15} aria-hidden="true" />
        </button>
      )}
      {closed === undefined ? (
        <button {...own(() => onEnter(place))} className="place-enter" aria-label={`进入${name}`}>
          进入
        </button>
      ) : (
        <span className="place-closed">{closed}</span>
      )}
    </>
  )
}
