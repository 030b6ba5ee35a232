import type { CompanyImpact } from '@atrium/contract/features/tenancy/tenants/company-impact.ts'
import type { Tenant } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import { tenantsContract } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import type * as z from 'zod/mini'
import { TextAreaField } from '../../../kernel/forms/fields.tsx'
import { useFormImpact } from '../../../kernel/forms/use-form-impact.ts'
import { WriteForm } from '../../../kernel/forms/write-form.tsx'
import { Note } from '../../../ui/note.tsx'
import { t } from '../../../ui/texts.ts'
import { ImpactCard } from './public/impact-card.tsx'
import { tenantReads } from './public/tenant-reads.ts'

const { suspend } = tenantsContract
type Values = z.output<typeof suspend.body>

/** Suspends a tenant with all its companies; shows first whose sessions end. */
export const SuspendForm = ({ tenant, onClosed }: { tenant: Tenant; onClosed: () => void }) => {
  const [impact, confirms] = useFormImpact<CompanyImpact>()
  return (
    <WriteForm
      title={t('暂停“{companyName}”', { companyName: tenant.companyName })}
      act={t('暂停服务')}
      danger
      endpoint={suspend}
      params={{ id: tenant.companyId }}
      labels={{ reason: t('原因') }}
      initial={{ reason: '' }}
      confirms={confirms}
      invalidates={tenantReads}
      onClosed={onClosed}
    >
      <Note>{t('该租户的全部公司立即停止服务，直至恢复。')}</Note>
      <ImpactCard impact={impact} includesSubsidiaries confirm={t('暂停服务')} />
      <TextAreaField<Values> name="reason" maxLength={200} />
    </WriteForm>
  )
}
