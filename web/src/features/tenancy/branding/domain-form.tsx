import { domainAdd, domainsContract } from '@atrium/contract/features/tenancy/branding/domains.contract.ts'
import type { Tenant } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import type * as z from 'zod/mini'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { TextField } from '../../../kernel/forms/fields.tsx'
import { tenantReads } from '../tenants/public/tenant-reads.ts'

type Values = z.input<typeof domainAdd>

/** Adds a host name to a tenant; ownership is verified afterwards. */
export const DomainForm = ({ tenant, onClosed }: { tenant: Tenant; onClosed: () => void }) => {
  const write = useWrite(domainsContract.addDomain, { invalidates: tenantReads })
  return (
    <DrawerForm
      title={`添加域名：${tenant.companyName}`}
      schema={domainAdd}
      labels={{ host: '域名' }}
      initial={{ host: '' }}
      busy={write.isPending}
      error={write.error}
      onSubmit={(body) => write.mutateAsync({ params: { id: tenant.companyId }, body })}
      onClosed={onClosed}
    >
      <TextField<Values>
        name="host"
        maxLength={240}
        placeholder="console.example.com"
        help="添加后，按提示在域名的 DNS 中增加一条 TXT 记录，再点击“验证”。通过后，该域名的登录页显示公司的标题和标志。"
      />
    </DrawerForm>
  )
}
