import {
  arrangeCards,
  type CardKey,
  type CardLayout,
} from '@atrium/contract/features/communication/preferences/cards.ts'
import type { Workbench } from '@atrium/contract/features/overview/workbench/workbench.contract.ts'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { t } from '../../../ui/texts.ts'
import { useCardTitle } from '../../communication/preferences/public/card-titles.ts'
import { moveCard, toggleHidden, toLayout } from '../../communication/preferences/public/move-card.ts'
import { ArrangedCard } from './arranged-card.tsx'
import { Board } from './board.tsx'
import './arranged.css'

type ArrangedBoardProps = {
  /** All cards of the user, hidden or not, in their order. */
  cards: readonly CardKey[]
  layout: CardLayout | null
  /** Whether the user has a layout of their own. */
  isOwn: boolean
  workbench: Workbench
  /** Null: the default of the roles, or the usual one. */
  onChange: (layout: CardLayout | null) => void
}

/** The user's own workbench while it is arranged; each step applies at once, and is announced. */
export const ArrangedBoard = ({ cards, layout, isOwn, workbench, onChange }: ArrangedBoardProps) => {
  const { all, hidden } = arrangeCards(layout)
  const titleOf = useCardTitle()
  const [carried, carry] = useState<CardKey>()
  const [announcement, announce] = useState('')
  const shown = cards.filter((key) => !hidden.has(key))
  const toggle = (key: CardKey) => {
    onChange(toLayout(all, cards, toggleHidden(hidden, key)))
    const values = { key: titleOf(key) }
    announce(hidden.has(key) ? t('{key} 已显示', values) : t('{key} 已隐藏', values))
  }
  const moveTo = (key: CardKey, target: CardKey | undefined) => {
    if (target === undefined || target === key) return
    onChange(toLayout(all, moveCard(cards, key, cards.indexOf(target)), hidden))
    announce(t('{key} 已移到 {target} 的位置', { key: titleOf(key), target: titleOf(target) }))
  }
  return (
    <>
      <div className="workbench-arrange">
        <span className="workbench-note">{t('拖动卡片调整位置，自动保存')}</span>
        {cards
          .filter((key) => hidden.has(key))
          .map((key) => (
            <Button
              key={key}
              icon={<Plus aria-hidden size={16} />}
              aria-label={t('显示 {key}', { key: titleOf(key) })}
              onClick={() => toggle(key)}
            >
              {titleOf(key)}
            </Button>
          ))}
        <Button look="link" disabled={!isOwn} onClick={() => onChange(null)}>
          {t('恢复默认')}
        </Button>
        <p className="visually-hidden" role="status">
          {announcement}
        </p>
      </div>
      <Board
        cards={shown}
        workbench={workbench}
        onHide={toggle}
        frame={(drawn, key, column) => (
          <ArrangedCard
            card={key}
            carried={carried}
            onCarry={carry}
            onDrop={() => carried && moveTo(carried, key)}
            onStep={(by) => moveTo(key, column[column.indexOf(key) + by])}
            onHide={() => toggle(key)}
          >
            {drawn}
          </ArrangedCard>
        )}
      />
    </>
  )
}
