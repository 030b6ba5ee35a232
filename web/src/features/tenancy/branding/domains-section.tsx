import {
  type Domain,
  domainsContract,
  maxDomains,
} from '@atrium/contract/features/tenancy/branding/domains.contract.ts'
import type { Tenant } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import { Can } from '../../../kernel/access/can.tsx'
import { call } from '../../../kernel/api/call.ts'
import { invalidate } from '../../../kernel/api/use-read.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { Button } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/confirm.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { tenantReads } from '../tenants/public/tenant-reads.ts'
import { DomainForm } from './domain-form.tsx'
import '../tenants/public/tenancy.css'
import './branding.css'

const { addDomain, verifyDomain, removeDomain } = domainsContract

/** The DNS record to add, with copy buttons. */
const TxtRecord = ({ domain }: { domain: Domain }) => (
  <dl className="branding-txt">
    <dt>TXT 记录名</dt>
    <dd>
      <code>{domain.record}</code>
      <CopyButton text={domain.record} what="记录名" />
    </dd>
    <dt>记录值</dt>
    <dd>
      <code>{domain.txt}</code>
      <CopyButton text={domain.txt} what="记录值" />
    </dd>
  </dl>
)

const DomainItem = ({ domain, companyId, fixed }: { domain: Domain; companyId: string; fixed: boolean }) => {
  const [ask, question] = useConfirm()
  const verify = useWrite(verifyDomain, { invalidates: tenantReads })
  const params = { id: companyId, host: domain.host }
  const askToRemove = () =>
    ask({
      title: `移除域名“${domain.host}”？`,
      body: domain.verified ? '移除后，该域名的登录页恢复为平台样式。' : '移除后重新添加，验证记录将变更。',
      confirm: '移除',
      danger: true,
      run: async () => {
        try {
          await call(removeDomain, { params })
        } finally {
          await Promise.all(tenantReads.map(invalidate))
        }
      },
    })
  return (
    <li>
      <div className="branding-domain">
        <strong>{domain.host}</strong>
        <Tag tone={domain.verified ? 'good' : 'warn'}>{domain.verified ? '已验证' : '待验证'}</Tag>
        {!fixed && !domain.verified && (
          <Can endpoint={verifyDomain}>
            <Button
              loading={verify.isPending}
              aria-label={`验证 ${domain.host}`}
              onClick={() => verify.mutate({ params })}
            >
              验证
            </Button>
          </Can>
        )}
        {!fixed && (
          <Can endpoint={removeDomain}>
            <Button danger aria-label={`移除 ${domain.host}`} onClick={askToRemove}>
              移除
            </Button>
          </Can>
        )}
      </div>
      {!domain.verified && verify.error && (
        <p role="alert" className="branding-domain-problem">
          {verify.error.message}
        </p>
      )}
      {!domain.verified && <TxtRecord domain={domain} />}
      {question}
    </li>
  )
}

/** Domains of a tenant. */
export const DomainsSection = ({ tenant, isShared }: { tenant: Tenant; isShared: boolean }) => {
  const [drawer, open] = useOverlay()
  const { domains, companyId } = tenant
  return (
    <section className="branding-domains">
      <h3 className="tenancy-section">域名</h3>
      {domains.length === 0 && <p className="tenancy-quiet">暂无域名，用户从平台地址登录。</p>}
      <ul>
        {domains.map((domain) => (
          <DomainItem key={domain.host} domain={domain} companyId={companyId} fixed={isShared} />
        ))}
      </ul>
      {!isShared && domains.length < maxDomains && (
        <Can endpoint={addDomain}>
          <Button onClick={() => open((onClosed) => <DomainForm tenant={tenant} onClosed={onClosed} />)}>
            添加域名
          </Button>
        </Can>
      )}
      {drawer}
    </section>
  )
}
