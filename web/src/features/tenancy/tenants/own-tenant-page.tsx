import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { type OwnTenant, ownTenantContract } from '@atrium/contract/features/tenancy/tenants/own-tenant.contract.ts'
import type { ComponentType } from 'react'
import { useRead } from '../../../kernel/api/use-read.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { t } from '../../../ui/texts.ts'
import { TenantFacts, TenantWarnings } from './tenant-facts.tsx'
import { quotaWarnings } from './tenant-quotas.ts'
import { UsageSlot } from './usage-slot.tsx'
import './public/tenancy.css'
import './tenants.css'

type OwnTenantPageProps = {
  /** Offers the data of the company with this name. */
  Archive: ComponentType<{ name: string }>
}

const OwnTenantDetails = ({ tenant, Archive }: OwnTenantPageProps & { tenant: OwnTenant }) => {
  const { company, view } = useRead(sessionContract.loginInfo, {}).data ?? { company: '', view: '' }
  return (
    <>
      <p className="tenancy-lead">
        {company === tenant.companyId
          ? t('用量由本公司和全部子公司合计；续期、更换套餐或调整上限，请联系平台。')
          : t('与“{companyName}”共用，用量由全部公司合计。', { companyName: tenant.companyName })}
      </p>
      <TenantWarnings warnings={quotaWarnings(tenant, t('请联系平台调整上限或更换套餐'))} />
      <TenantFacts tenant={tenant} />
      <Archive name={view} />
    </>
  )
}

/** Usage of the last year, beside the terms. */
const OwnHistory = ({ tenant }: { tenant: OwnTenant }) => (
  <section className="tenant-card usage-history" aria-label={t('用量走势')}>
    <UsageSlot tenant={tenant} days={useRead(ownTenantContract.ownUsage, {}).data?.days} />
  </section>
)

/** The tenant of the caller's company, and the export of its data. */
export const OwnTenantPage = ({ Archive }: OwnTenantPageProps) => {
  const read = useRead(ownTenantContract.own, {})
  return (
    <div className="tenant-page">
      <section className="tenant-card" aria-label={t('服务与用量')}>
        <h2>{t('服务与用量')}</h2>
        <ReadState read={read}>
          {(tenant) =>
            tenant ? (
              <OwnTenantDetails tenant={tenant} Archive={Archive} />
            ) : (
              <p className="tenancy-lead">{t('本公司不属于任何租户。')}</p>
            )
          }
        </ReadState>
      </section>
      {read.data && <OwnHistory tenant={read.data} />}
    </div>
  )
}
