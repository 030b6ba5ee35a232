import { companiesContract, type Tenant } from '@atrium/contract/features/companies/companies.contract.ts'
import type { ReactNode } from 'react'
import { Can } from '../../kernel/access/can.tsx'
import { call } from '../../kernel/api/call.ts'
import { invalidate, useRead } from '../../kernel/api/use-endpoint.ts'
import { Facts } from '../../kernel/listing/facts.tsx'
import { ReadState } from '../../kernel/page/read-state.tsx'
import { Button } from '../../ui/button.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { Time } from '../../ui/time.tsx'
import { useOpened } from '../../ui/use-opened.tsx'
import { affected } from './affected-reads.ts'
import { Expiry, TenantState, Usage } from './company-cells.tsx'
import { switchPolicyNames, tenantLabels } from './company-words.ts'
import { SetUpSteps } from './set-up.tsx'
import { SuspendForm } from './suspend-form.tsx'
import { TenantForm } from './tenant-form.tsx'

const { tenant: read, updateTenant, suspend, resume } = companiesContract

const sentences: Partial<Record<Tenant['state'], string>> = {
  grace: '服务已到期，正在宽限期：用户可以登录查看，不能修改。',
  expired: '服务已到期，宽限期已过：只有企业管理员可以登录查看。',
}
const warningOf = ({ state, suspendReason }: Tenant) =>
  state === 'suspended' ? `服务已暂停：${suspendReason}。用户不能登录。` : sentences[state]

const factsOf = (tenant: Tenant): Record<string, ReactNode> => ({
  状态: <TenantState state={tenant.state} />,
  套餐: tenant.planName,
  用户数: <Usage used={tenant.usage.users} most={tenant.mostUsers ?? tenant.planMostUsers} />,
  公司数: tenant.usage.companies,
  [tenantLabels.startTime]: <Time at={tenant.startTime} />,
  [tenantLabels.expireTime]: <Expiry at={tenant.expireTime} />,
  宽限期至: tenant.graceUntil && <Time at={tenant.graceUntil} />,
  [tenantLabels.switchPolicy]: switchPolicyNames[tenant.switchPolicy],
})

const Actions = ({ tenant }: { tenant: Tenant }) => {
  const [drawer, open] = useOpened()
  const [ask, question] = useConfirm()
  const askToResume = () =>
    ask({
      title: `恢复“${tenant.companyName}”的服务？`,
      body: '恢复后，用户可以立即登录。',
      confirm: '恢复服务',
      run: async () => {
        try {
          await call(resume, { params: { id: tenant.companyId } })
        } finally {
          await Promise.all(affected.map(invalidate))
        }
      },
    })
  return (
    <div className="company-actions">
      <Can endpoint={updateTenant}>
        <Button onClick={() => open((onClosed) => <TenantForm tenant={tenant} onClosed={onClosed} />)}>租户设置</Button>
      </Can>
      {tenant.state === 'suspended' ? (
        <Can endpoint={resume}>
          <Button onClick={askToResume}>恢复服务</Button>
        </Can>
      ) : (
        <Can endpoint={suspend}>
          <Button danger onClick={() => open((onClosed) => <SuspendForm tenant={tenant} onClosed={onClosed} />)}>
            暂停服务
          </Button>
        </Can>
      )}
      {drawer}
      {question}
    </div>
  )
}

/** What was agreed on with the tenant of a company, how much of it is used, and how it stands. */
export const TenantTab = ({ companyId }: { companyId: string }) => (
  <ReadState read={useRead(read, { params: { id: companyId } })}>
    {(tenant) => {
      const isShared = tenant.companyId !== companyId
      const warning = warningOf(tenant)
      return (
        <>
          {isShared && <p className="company-note">{`与“${tenant.companyName}”共用租户，请在那里设置。`}</p>}
          {warning && (
            <p className="company-note" data-warns>
              {warning}
            </p>
          )}
          {!isShared && <Actions tenant={tenant} />}
          <Facts facts={factsOf(tenant)} />
          <SetUpSteps companyId={companyId} steps={tenant.setUp} />
        </>
      )
    }}
  </ReadState>
)
