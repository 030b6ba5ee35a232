import type { CompanyRow } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { readStored, writeStored } from '../../../kernel/page/storage.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import { CompanyList } from './company-list.tsx'
import { TenantSlot } from './tenant-slot.ts'
import './companies.css'

const CompanyPanel = lazy(async () => ({ default: (await import('./company-panel.tsx')).CompanyPanel }))

type CompaniesPageProps = Pick<ComponentProps<typeof CompanyList>, 'enter'> & {
  /** Shows the tenant of a company. */
  Tenant: ComponentProps<typeof TenantSlot>['value']
}

const storageKey = 'atrium.companies.details'

/** The company list; on wide screens with the details of the selected one, until they are closed. */
export const CompaniesPage = ({ Tenant, enter }: CompaniesPageProps) => {
  const isWide = useMedia('(min-width: 1200px)')
  const [selected, setSelected] = useState<CompanyRow>()
  const [isOpen, setOpen] = useState(() => readStored('local', storageKey) !== 'closed')
  const show = (open: boolean) => {
    writeStored('local', storageKey, open ? undefined : 'closed')
    setOpen(open)
  }
  const content = selected && (
    <Suspense fallback={<Skeleton lines={8} />}>
      <CompanyPanel id={selected.id} onClose={() => show(false)} />
    </Suspense>
  )
  const details = { content, isOpen, onOpen: () => show(true) }
  return (
    <TenantSlot value={Tenant}>
      <div className={isWide ? 'companies-beside' : undefined}>
        <CompanyList enter={enter} selection={isWide ? { onSelect: setSelected, details } : undefined} />
      </div>
    </TenantSlot>
  )
}
