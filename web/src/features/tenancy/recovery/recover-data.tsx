import { archiveContract } from '@atrium/contract/features/tenancy/archive/archive.contract.ts'
import type { Tenant } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import { lazy } from 'react'
import { Can } from '../../../kernel/access/can.tsx'
import { Button } from '../../../ui/button.tsx'
import { t } from '../../../ui/texts.ts'
import { useOverlay } from '../../../ui/use-overlay.tsx'

const RecoveryDrawer = lazy(async () => ({ default: (await import('./recovery-drawer.tsx')).RecoveryDrawer }))

/** Compares a tenant with an earlier archive, and puts parts of it back. */
export const RecoverData = ({ tenant }: { tenant: Tenant }) => {
  const [drawer, open] = useOverlay()
  return (
    // The same permission; the contract of comparisons is loaded with their drawer.
    <Can endpoint={archiveContract.exportData}>
      <Button onClick={() => open((onClosed) => <RecoveryDrawer tenant={tenant} onClosed={onClosed} />)}>
        {t('比较与恢复')}
      </Button>
      {drawer}
    </Can>
  )
}
