import type { Tenant } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import { tenantsContract } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import { Can } from '../../../kernel/access/can.tsx'
import { Button } from '../../../ui/button.tsx'
import { t } from '../../../ui/texts.ts'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { ReadmitButton } from './public/readmit-button.tsx'
import { SuspendForm } from './suspend-form.tsx'
import { TenantForm } from './tenant-form.tsx'

const { updateTenant, suspend } = tenantsContract

/** Changes the terms of a tenant. */
export const TenantSettings = ({ tenant }: { tenant: Tenant }) => {
  const [drawer, open] = useOverlay()
  return (
    <Can endpoint={updateTenant}>
      <Button onClick={() => open((onClosed) => <TenantForm tenant={tenant} onClosed={onClosed} />)}>
        {t('租户设置')}
      </Button>
      {drawer}
    </Can>
  )
}

/** Suspends the service of a tenant, or resumes it. */
export const TenantService = ({ tenant }: { tenant: Tenant }) => {
  const [drawer, open] = useOverlay()
  return (
    <>
      {tenant.state === 'suspended' ? (
        <ReadmitButton
          tenant={tenant}
          by="resume"
          title={t('恢复“{companyName}”的服务？', { companyName: tenant.companyName })}
        >
          {t('恢复服务')}
        </ReadmitButton>
      ) : (
        <Can endpoint={suspend}>
          <Button danger onClick={() => open((onClosed) => <SuspendForm tenant={tenant} onClosed={onClosed} />)}>
            {t('暂停服务')}
          </Button>
        </Can>
      )}
      {drawer}
    </>
  )
}
