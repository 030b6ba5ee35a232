import type { ReactNode } from 'react'
import './facts.css'

const isEmpty = (value: ReactNode) => value === undefined || value === null || value === '' || value === false

/** Labelled values in order; empty ones are left out. */
export const Facts = ({ facts }: { facts: Readonly<Record<string, ReactNode>> }) => (
  <dl className="facts">
    {Object.entries(facts).map(([label, value]) =>
      isEmpty(value) ? null : (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ),
    )}
  </dl>
)
