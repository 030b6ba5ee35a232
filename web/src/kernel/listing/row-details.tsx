import { type ReactNode, useState } from 'react'
import { Drawer } from '../../ui/drawer.tsx'
import './row-details.css'

type RowDetailsProps = {
  title: string
  /** Label → value, in the order they are read. What is empty is left out. */
  facts: Readonly<Record<string, ReactNode>>
  /** The drawer has left the screen. */
  onClosed: () => void
}

const isEmpty = (value: ReactNode) => value === undefined || value === null || value === '' || value === false

/** Everything that is known about one row, to be read and copied. */
export const RowDetails = ({ title, facts, onClosed }: RowDetailsProps) => {
  const [open, setOpen] = useState(true)
  return (
    <Drawer title={title} open={open} onClose={() => setOpen(false)} onClosed={onClosed}>
      <dl className="row-details">
        {Object.entries(facts).map(([label, value]) =>
          isEmpty(value) ? null : (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
    </Drawer>
  )
}
