import type { CompanyRow } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { tenantStateNames } from '@atrium/contract/features/tenancy/companies/company-words.ts'
import type { QuotaKind } from '@atrium/contract/features/tenancy/plans/quotas.ts'
import { expiryNoticeDays } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import { Tag } from '../../../../ui/tag.tsx'
import { t } from '../../../../ui/texts.ts'
import { Time } from '../../../../ui/time.tsx'
import { formatUsage, quotaWords } from '../../plans/public/quota-words.ts'
import { sharePercent, usageLevel } from './usage-level.ts'
import './tenancy.css'

const tenantTones = {
  trial: 'accent',
  active: 'good',
  grace: 'warn',
  expired: 'warn',
  suspended: 'warn',
  closing: 'warn',
} as const

export const TenantState = ({ state }: { state: CompanyRow['tenant']['state'] }) => (
  <Tag tone={tenantTones[state]}>{t(tenantStateNames[state])}</Tag>
)

const dayMs = 86_400_000

/** Expiry of the tenant, highlighted when near. */
export const Expiry = ({ at }: { at: string | null }) => {
  if (at === null) return <span className="tenancy-quiet">{t('长期有效')}</span>
  const isSoon = Date.parse(at) - Date.now() < expiryNoticeDays * dayMs
  return (
    <span className={isSoon ? 'tenancy-soon' : undefined}>
      <Time at={at} />
    </span>
  )
}

const fullPercent = 95
type UsageBarProps = { label: string; used: number; limit: number }
/** How much of a quota is used: red when it is nearly used up. */
export const UsageBar = ({ label, used, limit }: UsageBarProps) => (
  <meter
    aria-label={label}
    className="tenancy-meter"
    data-level={sharePercent(used, limit) >= fullPercent ? 'full' : usageLevel(used, limit)}
    value={Math.min(used, limit)}
    max={limit}
  />
)

type UsageProps = { kind: QuotaKind; used: number; limit: number | null }
/** Usage of a quota as a bar and in numbers. */
export const Usage = ({ kind, used, limit }: UsageProps) => {
  const words = quotaWords[kind]
  if (limit === null)
    return <span className="tenancy-usage">{t('{kind} · 不限', { kind: formatUsage(kind, used, null) })}</span>
  const level = usageLevel(used, limit)
  return (
    <span className="tenancy-usage">
      <span className="tenancy-share">
        <span>{formatUsage(kind, used, limit)}</span>
        {level && <span>{`${sharePercent(used, limit)}%`}</span>}
      </span>
      <UsageBar label={words.used} used={used} limit={limit} />
    </span>
  )
}
