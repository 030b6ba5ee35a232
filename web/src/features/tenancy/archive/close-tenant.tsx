import { type Tenant, tenantsContract } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import { Can } from '../../../kernel/access/can.tsx'
import { Button } from '../../../ui/button.tsx'
import { t } from '../../../ui/texts.ts'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { ReadmitButton } from '../tenants/public/readmit-button.tsx'
import { CloseForm } from './close-form.tsx'

/** Closes a tenant. */
export const CloseTenant = ({ tenant }: { tenant: Tenant }) => {
  const [drawer, open] = useOverlay()
  return (
    <Can endpoint={tenantsContract.close}>
      <Button danger onClick={() => open((onClosed) => <CloseForm tenant={tenant} onClosed={onClosed} />)}>
        {t('注销公司')}
      </Button>
      {drawer}
    </Can>
  )
}

/** Reopens a closing tenant. */
export const ReopenTenant = ({ tenant }: { tenant: Tenant }) => (
  <ReadmitButton
    tenant={tenant}
    by="reopen"
    title={t('撤销“{companyName}”的注销？', { companyName: tenant.companyName })}
  >
    {t('撤销注销')}
  </ReadmitButton>
)
