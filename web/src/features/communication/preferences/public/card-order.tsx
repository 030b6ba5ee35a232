import {
  arrangeCards,
  type CardKey,
  type CardLayout,
} from '@atrium/contract/features/communication/preferences/cards.ts'
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import '../card-order.css'
import { cardTitles } from './card-titles.ts'

type Props = {
  /** The cards to arrange. */
  cards: readonly CardKey[]
  layout: CardLayout | null
  onChange: (layout: CardLayout) => void
}

/** Moves a card before or behind another one. */
const moved = (keys: readonly CardKey[], key: CardKey, to: number): CardKey[] =>
  keys.filter((each) => each !== key).toSpliced(to, 0, key)

/** Order and visibility of cards, by buttons and by drag. A live region tells each step. */
export const CardOrder = ({ cards, layout, onChange }: Props) => {
  const { all, hidden } = arrangeCards(layout)
  const [announcement, tell] = useState('')
  const [dragged, drag] = useState<CardKey>()
  const listed = all.filter((key) => cards.includes(key))
  // Cards that are not listed keep their places behind the listed ones.
  const change = (order: CardKey[], shut: ReadonlySet<CardKey>) =>
    onChange({ order: [...order, ...all.filter((key) => !order.includes(key))], hidden: [...shut] })
  const move = (key: CardKey, to: number) => {
    change(moved(listed, key, to), hidden)
    tell(`${cardTitles[key]} 已移到第 ${to + 1} 位，共 ${listed.length} 位`)
  }
  const toggle = (key: CardKey) => {
    const shut = new Set(hidden)
    const isShown = shut.delete(key)
    if (!isShown) shut.add(key)
    change(listed, shut)
    tell(`${cardTitles[key]} 已${isShown ? '显示' : '隐藏'}`)
  }
  return (
    <>
      <ol className="card-order">
        {listed.map((key, at) => (
          <li
            key={key}
            data-hidden={hidden.has(key) || undefined}
            data-dragged={dragged === key || undefined}
            draggable
            onDragStart={() => drag(key)}
            onDragEnd={() => drag(undefined)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={() => dragged && dragged !== key && move(dragged, at)}
          >
            <GripVertical aria-hidden size={16} />
            <label>
              <input type="checkbox" checked={!hidden.has(key)} onChange={() => toggle(key)} />
              {cardTitles[key]}
            </label>
            <Button
              look="quiet"
              icon={<ArrowUp aria-hidden size={16} />}
              aria-label={`上移 ${cardTitles[key]}`}
              disabled={at === 0}
              onClick={() => move(key, at - 1)}
            />
            <Button
              look="quiet"
              icon={<ArrowDown aria-hidden size={16} />}
              aria-label={`下移 ${cardTitles[key]}`}
              disabled={at === listed.length - 1}
              onClick={() => move(key, at + 1)}
            />
          </li>
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </>
  )
}
