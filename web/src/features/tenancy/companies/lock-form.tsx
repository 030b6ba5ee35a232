import { companiesContract } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import type { CompanyImpact } from '@atrium/contract/features/tenancy/tenants/company-impact.ts'
import { lazy } from 'react'
import { useFormImpact } from '../../../kernel/forms/use-form-impact.ts'
import { WriteForm } from '../../../kernel/forms/write-form.tsx'
import type { RowDrawerProps } from '../../../kernel/listing/use-row-actions.ts'
import { Note } from '../../../ui/note.tsx'
import { t } from '../../../ui/texts.ts'
import { ImpactCard } from '../tenants/public/impact-card.tsx'
import { tenantReads } from '../tenants/public/tenant-reads.ts'
import type { CompanySummary } from './company-summary.ts'

// Shared with the operation on many, which shall not load the page.
const LockFields = lazy(async () => ({ default: (await import('./lock-fields.tsx')).LockFields }))

/** Locks a company with a reason and an optional end; shows first whose sessions end. */
export const LockForm = ({ row, onSaved, onClosed }: RowDrawerProps<CompanySummary>) => {
  const [impact, confirms] = useFormImpact<CompanyImpact>()
  return (
    <WriteForm
      title={t('锁定“{name}”', { name: row.name })}
      act={t('锁定')}
      danger
      endpoint={companiesContract.lock}
      params={{ id: row.id }}
      labels={{ reason: t('原因'), until: t('锁定至') }}
      initial={{ reason: '', until: null }}
      confirms={confirms}
      invalidates={tenantReads}
      onDone={() => onSaved(row.id)}
      onClosed={onClosed}
    >
      <Note>{t('该公司的用户将立即退出登录，锁定期间不能登录。')}</Note>
      <ImpactCard impact={impact} includesSubsidiaries={false} confirm={t('锁定')} />
      <LockFields />
    </WriteForm>
  )
}
