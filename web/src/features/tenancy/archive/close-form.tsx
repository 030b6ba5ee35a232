import type { CompanyImpact } from '@atrium/contract/features/tenancy/tenants/company-impact.ts'
import {
  closingDays,
  type Tenant,
  type tenantClose,
  tenantsContract,
} from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import type * as z from 'zod/mini'
import { TextAreaField, TextField } from '../../../kernel/forms/fields.tsx'
import { useFormImpact } from '../../../kernel/forms/use-form-impact.ts'
import { WriteForm } from '../../../kernel/forms/write-form.tsx'
import { Note } from '../../../ui/note.tsx'
import { t } from '../../../ui/texts.ts'
import { ImpactCard } from '../tenants/public/impact-card.tsx'
import { tenantReads } from '../tenants/public/tenant-reads.ts'
import { ExportTenant } from './download-data.tsx'
import '../tenants/public/tenancy.css'

type Values = z.input<typeof tenantClose>

/** Closes a tenant with all its companies; shows first whose sessions end and asks for the company's name. */
export const CloseForm = ({ tenant, onClosed }: { tenant: Tenant; onClosed: () => void }) => {
  const [impact, confirms] = useFormImpact<CompanyImpact>()
  return (
    <WriteForm
      title={t('注销“{companyName}”', { companyName: tenant.companyName })}
      act={t('注销公司')}
      danger
      endpoint={tenantsContract.close}
      params={{ id: tenant.companyId }}
      labels={{ reason: t('原因'), name: t('公司名称') }}
      initial={{ reason: '', name: '' }}
      confirms={confirms}
      invalidates={tenantReads}
      onClosed={onClosed}
    >
      <Note tone="warn">
        {t(
          '该租户的全部公司立即停止服务；{closingDays} 天内可撤销，之后用户、角色、日志等全部数据永久删除，无法恢复。请先导出公司数据备份。',
          { closingDays },
        )}
      </Note>
      <div className="tenancy-actions">
        <ExportTenant tenant={tenant} />
      </div>
      <ImpactCard impact={impact} includesSubsidiaries confirm={t('注销公司')} />
      <TextAreaField<Values> name="reason" maxLength={200} />
      <TextField<Values>
        name="name"
        maxLength={100}
        help={t('请输入“{companyName}”以确认', { companyName: tenant.companyName })}
      />
    </WriteForm>
  )
}
