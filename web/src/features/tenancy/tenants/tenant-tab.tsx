import { type Tenant, tenantsContract } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import type { ComponentType } from 'react'
import { useRead } from '../../../kernel/api/use-read.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Note } from '../../../ui/note.tsx'
import { t } from '../../../ui/texts.ts'
import { ModulesSection } from './modules-section.tsx'
import { PoliciesSection } from './policies-section.tsx'
import { TenantFacts, TenantWarnings } from './tenant-facts.tsx'
import { listWarnings } from './tenant-warnings.ts'
import { UsageSlot } from './usage-slot.tsx'
import './public/tenancy.css'
import './tenants.css'

export type TenantSectionProps = { tenant: Tenant; companyId: string; isShared: boolean }
type TenantTabProps = {
  companyId: string
  /** Actions on a tenant that is the company's own. */
  Actions: ComponentType<{ tenant: Tenant }>
  /** What other features know of a tenant, below its terms and policies. */
  Sections: ComponentType<TenantSectionProps>
}

const TenantHistory = ({ tenant, companyId }: { tenant: Tenant; companyId: string }) => (
  <section className="usage-history" aria-label={t('用量走势')}>
    <UsageSlot tenant={tenant} days={useRead(tenantsContract.tenantUsage, { params: { id: companyId } }).data?.days} />
  </section>
)

/** Terms, usage and policies of a company's tenant, with actions on it. */
export const TenantTab = ({ companyId, Actions, Sections }: TenantTabProps) => (
  <ReadState read={useRead(tenantsContract.tenant, { params: { id: companyId } })}>
    {(tenant) => {
      const isShared = tenant.companyId !== companyId
      return (
        <>
          {isShared && (
            <Note>{t('与“{companyName}”共用租户，请在该公司设置。', { companyName: tenant.companyName })}</Note>
          )}
          <TenantWarnings warnings={listWarnings(tenant)} />
          {!isShared && (
            <div className="tenancy-actions">
              <Actions tenant={tenant} />
            </div>
          )}
          <TenantFacts tenant={tenant} />
          <TenantHistory tenant={tenant} companyId={companyId} />
          <ModulesSection tenant={tenant} isShared={isShared} />
          <PoliciesSection companyId={companyId} isShared={isShared} />
          <Sections tenant={tenant} companyId={companyId} isShared={isShared} />
        </>
      )
    }}
  </ReadState>
)
