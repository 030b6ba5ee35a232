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
import { t } from '../../../ui/texts.ts'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { tenantReads } from '../tenants/public/tenant-reads.ts'
import { DomainForm } from './domain-form.tsx'
import '../tenants/public/tenancy.css'
import './branding.css'

const { addDomain, verifyDomain, removeDomain } = domainsContract

/** The DNS record to add, with copy buttons. */
const TxtRecord = ({ domain }: { domain: Domain }) => (
  <dl className="branding-txt">
    <dt>{t('TXT 记录名')}</dt>
    <dd>
      <code>{domain.record}</code>
      <CopyButton text={domain.record} what={t('记录名')} />
    </dd>
    <dt>{t('记录值')}</dt>
    <dd>
      <code>{domain.txt}</code>
      <CopyButton text={domain.txt} what={t('记录值')} />
    </dd>
  </dl>
)

const DomainItem = ({ domain, companyId, fixed }: { domain: Domain; companyId: string; fixed: boolean }) => {
  const [ask, question] = useConfirm()
  const verify = useWrite(verifyDomain, { invalidates: tenantReads })
  const params = { id: companyId, host: domain.host }
  const askToRemove = () =>
    ask({
      title: t('移除域名“{host}”？', { host: domain.host }),
      body: domain.verified ? t('移除后，该域名的登录页恢复为平台样式。') : t('移除后重新添加，验证记录将变更。'),
      confirm: t('移除'),
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
        <Tag tone={domain.verified ? 'good' : 'warn'}>{domain.verified ? t('已验证') : t('待验证')}</Tag>
        {!fixed && !domain.verified && (
          <Can endpoint={verifyDomain}>
            <Button
              loading={verify.isPending}
              aria-label={t('验证 {host}', { host: domain.host })}
              onClick={() => verify.mutate({ params })}
            >
              {t('验证')}
            </Button>
          </Can>
        )}
        {!fixed && (
          <Can endpoint={removeDomain}>
            <Button danger aria-label={t('移除 {host}', { host: domain.host })} onClick={askToRemove}>
              {t('移除')}
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
      <h3 className="tenancy-section">{t('域名')}</h3>
      {domains.length === 0 && <p className="tenancy-quiet">{t('暂无域名，用户从平台地址登录。')}</p>}
      <ul>
        {domains.map((domain) => (
          <DomainItem key={domain.host} domain={domain} companyId={companyId} fixed={isShared} />
        ))}
      </ul>
      {!isShared && domains.length < maxDomains && (
        <Can endpoint={addDomain}>
          <Button onClick={() => open((onClosed) => <DomainForm tenant={tenant} onClosed={onClosed} />)}>
            {t('添加域名')}
          </Button>
        </Can>
      )}
      {drawer}
    </section>
  )
}
