import { type domainAdd, domainsContract } from '@atrium/contract/features/tenancy/branding/domains.contract.ts'
import type { Tenant } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import type * as z from 'zod/mini'
import { TextField } from '../../../kernel/forms/fields.tsx'
import { WriteForm } from '../../../kernel/forms/write-form.tsx'
import { t } from '../../../ui/texts.ts'
import { tenantReads } from '../tenants/public/tenant-reads.ts'

type Values = z.input<typeof domainAdd>

/** Adds a host name to a tenant; ownership is verified afterwards. */
export const DomainForm = ({ tenant, onClosed }: { tenant: Tenant; onClosed: () => void }) => {
  return (
    <WriteForm
      title={t('添加域名：{companyName}', { companyName: tenant.companyName })}
      act={t('添加域名')}
      endpoint={domainsContract.addDomain}
      params={{ id: tenant.companyId }}
      labels={{ host: t('域名') }}
      initial={{ host: '' }}
      invalidates={tenantReads}
      onClosed={onClosed}
    >
      <TextField<Values>
        name="host"
        maxLength={240}
        placeholder="console.example.com"
        help={t(
          '添加后，按提示在域名的 DNS 中增加一条 TXT 记录，再点击“验证”。通过后，该域名的登录页显示公司的标题和标志。',
        )}
      />
    </WriteForm>
  )
}
