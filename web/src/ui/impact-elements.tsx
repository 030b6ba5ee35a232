import { useState } from 'react'
import { Button } from './button.tsx'
import './impact-dialog.css'

type Thing = {
  key: string
  name: string
  /** Said on pointing at it. */
  title?: string
  danger?: boolean
  /** How far-reaching it is. */
  risk?: string | undefined
  users?: number | undefined
}
const shownFirst = 20

/** What is gained or lost, under how many there are: the first of many, and the rest when asked for. */
export const ImpactElements = ({ title, things }: { title: string; things: readonly Thing[] }) => {
  const [whole, setWhole] = useState(false)
  const shown = whole ? things : things.slice(0, shownFirst)
  return (
    things.length > 0 && (
      <section>
        <h3>{`${title}（${things.length}）`}</h3>
        <ul className="impact-elements">
          {shown.map(({ key, name, danger, risk, users, ...rest }) => (
            <li key={key} className="impact-element" data-danger={danger || undefined} {...rest}>
              <span>{name}</span>
              {risk && <span className="impact-risk">{risk}</span>}
              {users !== undefined && <span className="impact-count">{`${users} 人`}</span>}
            </li>
          ))}
        </ul>
        {shown.length < things.length && (
          <Button look="link" onClick={() => setWhole(true)}>{`显示其余 ${things.length - shown.length} 项`}</Button>
        )}
      </section>
    )
  )
}
