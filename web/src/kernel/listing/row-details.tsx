import { type ComponentProps, useState } from 'react'
import { Drawer } from '../../ui/drawer.tsx'
import { Facts } from './facts.tsx'

type RowDetailsProps = ComponentProps<typeof Facts> & {
  title: string
  /** The drawer has left the screen. */
  onClosed: () => void
}

/** Everything that is known about one row, to be read and copied. */
export const RowDetails = ({ title, facts, onClosed }: RowDetailsProps) => {
  const [open, setOpen] = useState(true)
  return (
    <Drawer title={title} open={open} onClose={() => setOpen(false)} onClosed={onClosed}>
      <Facts facts={facts} />
    </Drawer>
  )
}
