import { notedText } from '@atrium/contract/kernel/list-text.ts'
import { useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { t } from '../../../../ui/texts.ts'
import './impact-elements.css'

type ImpactItem = {
  key: string
  name: string
  /** Tooltip. */
  title?: string
  danger?: boolean
  /** Risk label. */
  risk?: string | undefined
  users?: number | undefined
}
const initiallyShown = 20

/** Gained or lost items with their count: the first ones, and the rest on demand. */
export const ImpactElements = ({ title, items }: { title: string; items: readonly ImpactItem[] }) => {
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? items : items.slice(0, initiallyShown)
  return (
    items.length > 0 && (
      <section>
        <h3>{notedText(title, items.length)}</h3>
        <ul className="impact-elements">
          {shown.map(({ key, name, danger, risk, users, ...rest }) => (
            <li key={key} className="impact-element" data-danger={danger || undefined} {...rest}>
              <span>{name}</span>
              {risk && <span className="impact-risk">{risk}</span>}
              {users !== undefined && <span className="impact-count">{t('{users} 人', { users })}</span>}
            </li>
          ))}
        </ul>
        {shown.length < items.length && (
          <Button look="link" onClick={() => setShowsAll(true)}>
            {t('显示其余 {count} 项', { count: items.length - shown.length })}
          </Button>
        )}
      </section>
    )
  )
}
