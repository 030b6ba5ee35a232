import { Pin } from 'lucide-react'
import type { KeyboardEvent, MouseEvent } from 'react'
import { t } from '../../../ui/texts.ts'
import { type Destination, destinationName } from './destination.ts'

type DestinationActionsProps = {
  destination: Destination
  /** In a tree the arrow keys move between rows, and only the selected row is in the tab order. */
  reachable?: boolean
  /** Short reason for a refusal. */
  refusal?: string | undefined
  onPin: (destination: Destination) => void
  onEnter: (destination: Destination) => void
}

/** The surrounding tree would handle these keys. */
const keepFromTree = (event: KeyboardEvent) => {
  if (event.key === 'Enter' || event.key === ' ') event.stopPropagation()
}

/** Actions on a company or organisation: pin and enter. */
export const DestinationActions = ({
  destination,
  reachable = true,
  refusal,
  onPin,
  onEnter,
}: DestinationActionsProps) => {
  const name = destinationName(destination)
  const { pinned } = destination
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
      {destination.orgId === null && (
        <button
          {...own(() => onPin(destination))}
          className="place-pin"
          aria-pressed={pinned}
          aria-label={pinned ? t('取消固定{name}', { name }) : t('固定{name}', { name })}
          title={pinned ? t('取消固定') : t('固定在最上面')}
        >
          <Pin size={15} aria-hidden="true" />
        </button>
      )}
      {refusal === undefined ? (
        <button {...own(() => onEnter(destination))} className="place-enter" aria-label={t('切换到{name}', { name })}>
          {t('切换')}
        </button>
      ) : (
        <span className="place-closed">{refusal}</span>
      )}
    </>
  )
}
