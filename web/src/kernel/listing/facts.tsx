import type { ReactNode } from 'react'
import { t } from '../../ui/texts.ts'
import './facts.css'

/** A value whose label companies give: it may be that of another one. */
export type Fact = { readonly key: string; readonly label: string; readonly value: ReactNode }

const isEmpty = (value: ReactNode) => value === undefined || value === null || value === '' || value === false

type FactsProps = {
  /** By their labels in Chinese. */
  facts: Readonly<Record<string, ReactNode>>
  /** Behind them. */
  added?: readonly Fact[]
}
/** Labelled values in order; empty ones are left out. */
export const Facts = ({ facts, added = [] }: FactsProps) => {
  const own = Object.entries(facts).map(([label, value]): Fact => ({ key: label, label: t(label), value }))
  return (
    <dl className="facts">
      {[...own, ...added].map(({ key, label, value }) =>
        isEmpty(value) ? null : (
          <div key={key}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  )
}
