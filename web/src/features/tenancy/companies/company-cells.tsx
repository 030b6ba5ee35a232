import { type CompanyRow, expiryNoticeDays } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { stateNames, tenantStateNames } from '@atrium/contract/features/tenancy/companies/company-words.ts'
import type { QuotaKind } from '@atrium/contract/features/tenancy/plans/quotas.ts'
import { EllipsisText } from '../../../ui/ellipsis-text.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { formatMoment, Time } from '../../../ui/time.tsx'
import { quotaWords } from './quota-words.ts'
import { sharePercent, usageLevel } from './usage-level.ts'
import './companies.css'

/** Name, short name, code and parent of a company. */
export const CompanyName = ({ name, shortName, code, parentName }: CompanyRow) => (
  <span className="company-words">
    <EllipsisText>{name}</EllipsisText>
    <span className="company-quiet">
      <EllipsisText>
        {[shortName, code, parentName && `隶属 ${parentName}`].filter(Boolean).join(' · ') || '独立公司'}
      </EllipsisText>
    </span>
  </span>
)

type LockInfo = NonNullable<CompanyRow['lock']>
/** Reason, author and end of a lock. */
export const lockText = ({ reason, by, until }: LockInfo): string =>
  `${reason}（${by.name}，${until ? `至 ${formatMoment(until)}` : '直到解锁'}）`

const tenantTones = {
  trial: 'accent',
  active: 'good',
  grace: 'warn',
  expired: 'warn',
  suspended: 'warn',
  closing: 'warn',
} as const

export const TenantState = ({ state }: { state: CompanyRow['tenant']['state'] }) => (
  <Tag tone={tenantTones[state]}>{tenantStateNames[state]}</Tag>
)

/** Status of a company: a lock takes precedence over the tenant's state. */
export const CompanyState = ({ status, lock, tenant }: Pick<CompanyRow, 'status' | 'lock' | 'tenant'>) => {
  if (status === 1) return <TenantState state={tenant.state} />
  return (
    <span className="company-state">
      <Tag tone={status === 2 ? 'warn' : 'plain'}>{stateNames[status]}</Tag>
      {lock && (
        <span className="company-quiet">
          <EllipsisText full={lockText(lock)}>{lock.reason}</EllipsisText>
        </span>
      )}
    </span>
  )
}

const dayMs = 86_400_000

/** Expiry of the tenant, highlighted when near. */
export const Expiry = ({ at }: { at: string | null }) => {
  if (at === null) return <span className="company-quiet">长期有效</span>
  const isSoon = Date.parse(at) - Date.now() < expiryNoticeDays * dayMs
  return (
    <span className={isSoon ? 'company-soon' : undefined}>
      <Time at={at} />
    </span>
  )
}

type UsageProps = { kind: QuotaKind; used: number; limit: number | null }
/** Usage of a quota as a bar and in numbers. */
export const Usage = ({ kind, used, limit }: UsageProps) => {
  const words = quotaWords[kind]
  if (limit === null) return <span className="company-usage">{`${used} ${words.unit} · 不限`}</span>
  const level = usageLevel(used, limit)
  return (
    <span className="company-usage">
      <span className="company-share">
        <span>{`${used} / ${limit} ${words.unit}`}</span>
        {level && <span>{`${sharePercent(used, limit)}%`}</span>}
      </span>
      <meter
        aria-label={words.used}
        className="company-meter"
        data-level={level}
        value={Math.min(used, limit)}
        max={limit}
      />
    </span>
  )
}
