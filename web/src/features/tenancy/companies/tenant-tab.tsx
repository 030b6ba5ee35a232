import { companiesContract, type Tenant } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { Can } from '../../../kernel/access/can.tsx'
import { call } from '../../../kernel/api/call.ts'
import { invalidate, useRead } from '../../../kernel/api/use-endpoint.ts'
import { ReadState } from '../../../kernel/page/read-state.tsx'
import { Button } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { formatMoment } from '../../../ui/time.tsx'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { BrandingSection } from './branding-section.tsx'
import { CloseForm } from './close-form.tsx'
import { companyReads } from './company-reads.ts'
import { DomainsSection } from './domains-section.tsx'
import { DownloadTenant } from './download-data.tsx'
import { PoliciesSection } from './policies-section.tsx'
import { SetUpSteps } from './set-up.tsx'
import { SuspendForm } from './suspend-form.tsx'
import { TenantFacts, TenantWarnings } from './tenant-facts.tsx'
import { TenantForm } from './tenant-form.tsx'
import { quotaWarnings } from './tenant-quotas.ts'

const { tenant: read, updateTenant, suspend, resume, close, reopen } = companiesContract

const stateMessages: Partial<Record<Tenant['state'], string>> = {
  grace: '服务已到期，正在宽限期：用户可以登录查看，不能修改。',
  expired: '服务已到期，宽限期已过：只有企业管理员可以登录查看。',
}
const warningOf = ({ state, suspendReason, closeReason, eraseTime }: Tenant) => {
  if (state === 'suspended') return `服务已暂停：${suspendReason}。用户不能登录。`
  if (state === 'closing')
    return `正在注销：${closeReason}。用户不能登录，${eraseTime && formatMoment(eraseTime)} 起数据将被永久删除，在此之前可以撤销。`
  return stateMessages[state]
}

const warningsOf = (tenant: Tenant) =>
  [warningOf(tenant), ...quotaWarnings(tenant, '可以在租户设置里调整上限，或更换套餐')].filter(
    (each) => each !== undefined,
  )

const Actions = ({ tenant }: { tenant: Tenant }) => {
  const [drawer, open] = useOverlay()
  const [ask, question] = useConfirm()
  const askTo = (endpoint: typeof resume | typeof reopen, title: string, confirm: string) =>
    ask({
      title,
      body: '之后，用户可以立即登录。',
      confirm,
      run: async () => {
        try {
          await call(endpoint, { params: { id: tenant.companyId } })
        } finally {
          await Promise.all(companyReads.map(invalidate))
        }
      },
    })
  if (tenant.state === 'closing')
    return (
      <div className="company-actions">
        <Can endpoint={reopen}>
          <Button onClick={() => askTo(reopen, `撤销“${tenant.companyName}”的注销？`, '撤销注销')}>撤销注销</Button>
        </Can>
        <DownloadTenant tenant={tenant} />
        {question}
      </div>
    )
  return (
    <div className="company-actions">
      <Can endpoint={updateTenant}>
        <Button onClick={() => open((onClosed) => <TenantForm tenant={tenant} onClosed={onClosed} />)}>租户设置</Button>
      </Can>
      <DownloadTenant tenant={tenant} />
      {tenant.state === 'suspended' ? (
        <Can endpoint={resume}>
          <Button onClick={() => askTo(resume, `恢复“${tenant.companyName}”的服务？`, '恢复服务')}>恢复服务</Button>
        </Can>
      ) : (
        <Can endpoint={suspend}>
          <Button danger onClick={() => open((onClosed) => <SuspendForm tenant={tenant} onClosed={onClosed} />)}>
            暂停服务
          </Button>
        </Can>
      )}
      <Can endpoint={close}>
        <Button danger onClick={() => open((onClosed) => <CloseForm tenant={tenant} onClosed={onClosed} />)}>
          注销公司
        </Button>
      </Can>
      {drawer}
      {question}
    </div>
  )
}

/** Terms, usage, policies and setup of a company's tenant, with actions on it. */
export const TenantTab = ({ companyId }: { companyId: string }) => (
  <ReadState read={useRead(read, { params: { id: companyId } })}>
    {(tenant) => {
      const isShared = tenant.companyId !== companyId
      return (
        <>
          {isShared && <p className="company-note">{`与“${tenant.companyName}”共用租户，请在那里设置。`}</p>}
          <TenantWarnings warnings={warningsOf(tenant)} />
          {!isShared && <Actions tenant={tenant} />}
          <TenantFacts tenant={tenant} />
          <PoliciesSection companyId={companyId} isShared={isShared} />
          <BrandingSection tenant={tenant} isShared={isShared} />
          <DomainsSection tenant={tenant} isShared={isShared} />
          <SetUpSteps companyId={companyId} steps={tenant.setUp} />
        </>
      )
    }}
  </ReadState>
)
