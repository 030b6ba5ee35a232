import type { CompanyRow } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { useState } from 'react'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { Drawer } from '../../../ui/drawer.tsx'
import { CompanyPanel } from './company-panel.tsx'

/** The company panel as a drawer, for narrow screens. */
export const CompanyDrawer = ({ row, onClosed }: RowDrawerProps<CompanyRow>) => {
  const [open, setOpen] = useState(true)
  return (
    <Drawer title={row.name} width={600} open={open} onClose={() => setOpen(false)} onClosed={onClosed}>
      <CompanyPanel id={row.id} />
    </Drawer>
  )
}
