import type { CompanyRow } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { stateNames } from '@atrium/contract/features/tenancy/companies/company-words.ts'
import { EllipsisText } from '../../../ui/ellipsis-text.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { formatMoment } from '../../../ui/time.tsx'
import { TenantState } from '../tenants/public/tenant-cells.tsx'
import '../tenants/public/tenancy.css'
import './companies.css'

type LockInfo = NonNullable<CompanyRow['lock']>
/** Reason, author and end of a lock. */
export const lockText = ({ reason, by, until }: LockInfo): string =>
  `${reason}（${by.name}，${until ? `至 ${formatMoment(until)}` : '直到解锁'}）`

/** Status of a company: a lock takes precedence over the tenant's state. */
export const CompanyState = ({ status, lock, tenant }: Pick<CompanyRow, 'status' | 'lock' | 'tenant'>) => {
  if (status === 1) return <TenantState state={tenant.state} />
  return (
    <span className="company-state">
      <Tag tone={status === 2 ? 'warn' : 'plain'}>{stateNames[status]}</Tag>
      {lock && (
        <span className="tenancy-quiet">
          <EllipsisText full={lockText(lock)}>{lock.reason}</EllipsisText>
        </span>
      )}
    </span>
  )
}
