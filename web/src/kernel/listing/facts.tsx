import type { ReactNode } from 'react'
import { t } from '../../ui/texts.ts'
import './facts.css'

const isEmpty = (value: ReactNode) => value === undefined || value === null || value === '' || value === false

/** Labelled values in order, with labels in Chinese; empty ones are left out. */
export const Facts = ({ facts }: { facts: Readonly<Record<string, ReactNode>> }) => (
  <dl className="facts">
    {Object.entries(facts).map(([label, value]) =>
      isEmpty(value) ? null : (
        <div key={label}>
          <dt>{t(label)}</dt>
          <dd>{value}</dd>
        </div>
      ),
    )}
  </dl>
)
