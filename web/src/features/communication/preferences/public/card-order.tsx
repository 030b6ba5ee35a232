import {
  arrangeCards,
  type CardKey,
  type CardLayout,
} from '@atrium/contract/features/communication/preferences/cards.ts'
import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import { use, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { t } from '../../../../ui/texts.ts'
import '../card-order.css'
import { useCardTitle } from './card-titles.ts'
import { MoreCards } from './more-cards.ts'
import { moveCard, toggleHidden, toLayout } from './move-card.ts'

type Props = {
  layout: CardLayout | null
  onChange: (layout: CardLayout) => void
}

/** Order and visibility of all cards, by buttons and by drag. A live region tells each step. */
export const CardOrder = ({ layout, onChange }: Props) => {
  const titleOf = useCardTitle()
  const more = use(MoreCards).map(({ key }) => key)
  const { all, hidden } = arrangeCards(layout, more)
  const [announcement, tell] = useState('')
  const [dragged, drag] = useState<CardKey>()
  const listed = all.filter((key) => titleOf(key) !== '')
  const move = (key: CardKey, to: number) => {
    onChange(toLayout(all, moveCard(listed, key, to), hidden))
    tell(t('{key} 已移到第 {to} 位，共 {count} 位', { key: titleOf(key), to: to + 1, count: listed.length }))
  }
  const toggle = (key: CardKey) => {
    onChange(toLayout(all, listed, toggleHidden(hidden, key)))
    tell(hidden.has(key) ? t('{key} 已显示', { key: titleOf(key) }) : t('{key} 已隐藏', { key: titleOf(key) }))
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
              {titleOf(key)}
            </label>
            <Button
              look="quiet"
              icon={<ArrowUp aria-hidden size={16} />}
              aria-label={t('上移 {key}', { key: titleOf(key) })}
              disabled={at === 0}
              onClick={() => move(key, at - 1)}
            />
            <Button
              look="quiet"
              icon={<ArrowDown aria-hidden size={16} />}
              aria-label={t('下移 {key}', { key: titleOf(key) })}
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
