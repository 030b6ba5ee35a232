import { ArrowLeftRight, CalendarClock, Hash, KeyRound, Lock, LockOpen, Pencil, Plus } from 'lucide-react'
import { Avatar } from '../../../ui/avatar.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { PaletteItem } from './palette-item.ts'

const actionIcons = {
  lock: Lock,
  unlock: LockOpen,
  reset: KeyRound,
  grant: Plus,
  extend: CalendarClock,
  edit: Pencil,
  switch: ArrowLeftRight,
  why: Hash,
  add: Plus,
} as const
const isAction = (name: string): name is keyof typeof actionIcons => Object.hasOwn(actionIcons, name)

const ItemIcon = ({ id, icon, letter, title }: PaletteItem) => {
  if (letter) return <Avatar name={title} />
  const Drawn = /^(action|phrase) /.test(id) && isAction(icon) ? actionIcons[icon] : undefined
  return Drawn ? <Drawn size={16} aria-hidden="true" /> : <Icon name={icon} size={16} />
}

/** A title with the part that matched marked. */
const Title = ({ title, match = '' }: PaletteItem) => {
  const at = match === '' ? -1 : title.toLowerCase().indexOf(match.toLowerCase())
  if (at < 0) return title
  const end = at + match.length
  return (
    <>
      {title.slice(0, at)}
      <mark>{title.slice(at, end)}</mark>
      {title.slice(end)}
    </>
  )
}

type PaletteRowProps = {
  item: PaletteItem
  id: string
  selected: boolean
  onPoint: () => void
  /** `newTab`: opened with Ctrl or ⌘ held. */
  onOpen: (newTab: boolean) => void
}

/** A line of the palette; the selected action says what it does. */
export const PaletteRow = ({ item, id, selected, onPoint, onOpen }: PaletteRowProps) => (
  <button
    type="button"
    id={id}
    role="option"
    aria-selected={selected}
    // The focus stays in the input.
    tabIndex={-1}
    className="palette-option"
    onMouseDown={(event) => event.preventDefault()}
    onPointerMove={onPoint}
    onClick={(event) => onOpen(event.ctrlKey || event.metaKey)}
  >
    <span className="palette-line">
      <span className="palette-icon">
        <ItemIcon {...item} />
      </span>
      <span className="palette-words">
        <Title {...item} />
        {item.note && <span className="palette-note">{item.note}</span>}
      </span>
      <span className="palette-end" data-tone={item.tone}>
        {item.end}
        {selected && item.effect && <kbd>Enter</kbd>}
      </span>
    </span>
    {selected && item.effect && <span className="palette-effect">{item.effect}</span>}
  </button>
)
