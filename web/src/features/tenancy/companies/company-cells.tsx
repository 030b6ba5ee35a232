import type { CompanyRow } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { stateNames } from '@atrium/contract/features/tenancy/companies/company-words.ts'
import { EllipsisText } from '../../../ui/ellipsis-text.tsx'
import { daysUntil } from '../../../ui/object-page/expiry-figure.ts'
import { Tag } from '../../../ui/tag.tsx'
import { t } from '../../../ui/texts.ts'
import { formatMoment } from '../../../ui/time.tsx'
import { TenantState, UsageBar } from '../tenants/public/tenant-cells.tsx'
import '../tenants/public/tenancy.css'
import './companies.css'

type LockInfo = NonNullable<CompanyRow['lock']>
/** Reason, author and end of a lock. */
export const lockText = ({ reason, by, until }: LockInfo): string =>
  until
    ? t('{reason}（{name}，至 {until}）', { reason, name: by.name, until: formatMoment(until) })
    : t('{reason}（{name}，直到解锁）', { reason, name: by.name })

/** Users of a company and its limit, as a bar where there is one; a branch shares those of the company above. */
export const CompanyUsers = ({ tenantUsers: used, mostUsers: limit, parent }: CompanyRow) => {
  if (parent !== null) return <span className="tenancy-quiet">{t('与上级公司共用')}</span>
  if (limit === null) return <span title={t('不限')}>{t('{used} 人', { used })}</span>
  return (
    <span className="company-users">
      {`${used} / ${limit}`}
      <UsageBar label={t('用户数')} used={used} limit={limit} />
    </span>
  )
}

const soonDays = 30
/** The day on which the service of a company ends; red when it is near, with the days that are left. */
export const ExpiryDay = ({ at }: { at: string | null }) => {
  if (at === null) return <span className="tenancy-quiet">{t('长期有效')}</span>
  const days = daysUntil(at)
  const isSoon = days <= soonDays
  const left = days > 0 ? t('剩余 {days} 天', { days }) : t('已到期')
  return (
    <span className={isSoon ? 'tenancy-soon' : undefined} title={t('{time}，{left}', { time: formatMoment(at), left })}>
      {formatMoment(at).slice(0, 10)}
    </span>
  )
}

/** Status of a company: a lock takes precedence over the tenant's state. */
export const CompanyState = ({ status, lock, tenant }: Pick<CompanyRow, 'status' | 'lock' | 'tenant'>) => {
  if (status === 1) return <TenantState state={tenant.state} />
  return (
    <span className="company-state">
      <Tag tone={status === 2 ? 'warn' : 'plain'}>
        {status === 2 ? t('锁定', { context: 'state' }) : t(stateNames[status])}
      </Tag>
      {lock && (
        <span className="tenancy-quiet">
          <EllipsisText full={lockText(lock)}>{lock.reason}</EllipsisText>
        </span>
      )}
    </span>
  )
}
