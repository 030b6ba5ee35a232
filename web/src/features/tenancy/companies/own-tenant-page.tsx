import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { type OwnTenant, ownTenantContract } from '@atrium/contract/features/tenancy/companies/own-tenant.contract.ts'
import { Can } from '../../../kernel/access/can.tsx'
import { useRead } from '../../../kernel/api/use-endpoint.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { DownloadOwnData } from './download-data.tsx'
import { TenantFacts, TenantWarnings } from './tenant-facts.tsx'
import { quotaWarnings } from './tenant-quotas.ts'
import './companies.css'
import './policies.css'

const { own, exportData } = ownTenantContract

const OwnTenantDetails = ({ tenant }: { tenant: OwnTenant }) => {
  const { company, view } = useRead(sessionContract.loginInfo, {}).data ?? { company: '', view: '' }
  return (
    <>
      <p className="policies-lead">
        {company === tenant.companyId
          ? '用量由本企业和全部子公司合计；续期、更换套餐或调整上限，请联系平台。'
          : `与“${tenant.companyName}”共用，用量由全部公司合计。`}
      </p>
      <TenantWarnings warnings={quotaWarnings(tenant, '请联系平台调整上限或更换套餐')} />
      <TenantFacts tenant={tenant} />
      <Can endpoint={exportData}>
        <h3 className="company-section">企业数据</h3>
        <p className="policies-lead">
          把本企业的用户、组织、角色、日志等全部数据打包下载，不含子公司的数据；服务到期后仍可下载，每次下载都会记入操作日志。
        </p>
        <DownloadOwnData name={view} />
      </Can>
    </>
  )
}

/** The tenant of the caller's company, and the export of its data. */
export const OwnTenantPage = () => (
  <section className="policies-card" aria-label="企业服务">
    <h2>企业服务</h2>
    <ReadState read={useRead(own, {})}>
      {(tenant) =>
        tenant ? <OwnTenantDetails tenant={tenant} /> : <p className="policies-lead">本企业不属于任何租户。</p>
      }
    </ReadState>
  </section>
)
