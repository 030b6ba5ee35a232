import { companiesContract } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { call } from '../../../kernel/api/call.ts'
import type { RowAction } from '../../../kernel/listing/use-row-actions.ts'
import type { CompanySummary } from './company-summary.ts'
import { LockForm } from './lock-form.tsx'
import { ResetAdministrator } from './reset-administrator.tsx'

const { lock, unlock, reset } = companiesContract
const isLocked = ({ status }: CompanySummary) => status === 2

/** What changes a company, beside its form. */
export const changeActions: readonly RowAction<CompanySummary>[] = [
  { label: '重置密码', endpoint: reset, when: ({ adminAccount }) => adminAccount !== '', drawer: ResetAdministrator },
  { label: '锁定', endpoint: lock, danger: true, when: (company) => !isLocked(company), drawer: LockForm },
  {
    label: '解锁',
    endpoint: unlock,
    when: isLocked,
    confirm: ({ id, name }) => ({
      title: `解锁“${name}”？`,
      body: '解锁后，该公司的用户可立即登录。',
      run: () => call(unlock, { params: { id } }),
    }),
  },
]
