import { type ComponentProps, useState } from 'react'
import { Drawer } from '../../ui/drawer.tsx'
import { Facts } from './facts.tsx'

type RowDetailsProps = ComponentProps<typeof Facts> & {
  title: string
  /** Called after the closing animation. */
  onClosed: () => void
}

/** Shows all details of one row, to be read and copied. */
export const RowDetails = ({ title, facts, onClosed }: RowDetailsProps) => {
  const [open, setOpen] = useState(true)
  return (
    <Drawer title={title} open={open} onClose={() => setOpen(false)} onClosed={onClosed}>
      <Facts facts={facts} />
    </Drawer>
  )
}
