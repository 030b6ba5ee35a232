import { companiesContract } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { call } from '../../../kernel/api/call.ts'
import type { RowAction } from '../../../kernel/listing/use-row-actions.ts'
import { t } from '../../../ui/texts.ts'
import type { CompanySummary } from './company-summary.ts'
import { LockForm } from './lock-form.tsx'
import { ResetAdministrator } from './reset-administrator.tsx'

const { lock, unlock, reset } = companiesContract
const isLocked = ({ status }: CompanySummary) => status === 2

/** What changes a company, beside its form. */
export const changeActions: readonly RowAction<CompanySummary>[] = [
  {
    label: t('重置密码'),
    endpoint: reset,
    when: ({ adminAccount }) => adminAccount !== '',
    drawer: ResetAdministrator,
  },
  { label: t('锁定'), endpoint: lock, danger: true, when: (company) => !isLocked(company), drawer: LockForm },
  {
    label: t('解锁'),
    endpoint: unlock,
    when: isLocked,
    confirm: ({ id, name }) => ({
      title: t('解锁“{name}”？', { name }),
      body: t('解锁后，该公司的用户可立即登录。'),
      run: () => call(unlock, { params: { id } }),
    }),
  },
]
