import type { CardKey } from '@atrium/contract/features/communication/preferences/cards.ts'
import { EyeOff, GripVertical } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { t } from '../../../ui/texts.ts'
import { useCardTitle } from '../../communication/preferences/public/card-titles.ts'

type ArrangedCardProps = {
  card: CardKey
  /** The card that is carried, if any. */
  carried: CardKey | undefined
  onCarry: (card: CardKey | undefined) => void
  onDrop: () => void
  /** One place up (-1) or down (1). */
  onStep: (by: -1 | 1) => void
  onHide: () => void
  children: ReactNode
}

const steps: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 }

/** A card that is carried to another place, moved by arrow keys, or hidden; what it shows rests meanwhile. */
export const ArrangedCard = ({ card, carried, onCarry, onDrop, onStep, onHide, children }: ArrangedCardProps) => {
  const [isOver, setOver] = useState(false)
  const title = useCardTitle()(card)
  const press = (event: KeyboardEvent) => {
    const by = steps[event.key]
    if (!by) return
    event.preventDefault()
    onStep(by)
  }
  return (
    <article
      className="workbench-arranged"
      aria-label={t('位置：{title}', { title })}
      data-carried={carried === card || undefined}
      data-over={(isOver && carried !== undefined && carried !== card) || undefined}
      draggable
      onDragStart={() => onCarry(card)}
      onDragEnd={() => onCarry(undefined)}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={() => {
        setOver(false)
        onDrop()
      }}
    >
      <div className="workbench-arranged-head">
        <button
          type="button"
          className="workbench-grip"
          aria-label={t('移动 {title}，按上下方向键', { title })}
          onKeyDown={press}
        >
          <GripVertical aria-hidden size={16} />
        </button>
        <Button
          look="quiet"
          icon={<EyeOff aria-hidden size={16} />}
          aria-label={t('隐藏 {title}', { title })}
          onClick={onHide}
        >
          {t('隐藏', { context: 'verb' })}
        </Button>
      </div>
      <div inert>{children}</div>
    </article>
  )
}
