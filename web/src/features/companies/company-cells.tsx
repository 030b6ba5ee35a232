import { type CompanyRow, soonDays } from '@atrium/contract/features/companies/companies.contract.ts'
import { stateNames, tenantStateNames } from '@atrium/contract/features/companies/company-words.ts'
import type { QuotaKind } from '@atrium/contract/features/plans/quotas.ts'
import { EllipsisText } from '../../ui/ellipsis-text.tsx'
import { Tag } from '../../ui/tag.tsx'
import { formatMoment, Time } from '../../ui/time.tsx'
import { quotaWords } from './quota-words.ts'
import { sharePercent, usageLevel } from './usage-level.ts'
import './companies.css'

/** Which company it is, and where it belongs. */
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

type Locked = NonNullable<CompanyRow['lock']>
/** Why, by whom and until when a company is locked. */
export const lockText = ({ reason, by, until }: Locked): string =>
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

/** Whether its people may come in: a lock beats whatever was agreed on. */
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

/** When the tenant ends; told when that is soon. */
export const Expiry = ({ at }: { at: string | null }) => {
  if (at === null) return <span className="company-quiet">长期有效</span>
  const isSoon = Date.parse(at) - Date.now() < soonDays * dayMs
  return (
    <span className={isSoon ? 'company-soon' : undefined}>
      <Time at={at} />
    </span>
  )
}

type UsageProps = { kind: QuotaKind; used: number; most: number | null }
/** How much of what was agreed on is used, as a bar and in numbers. */
export const Usage = ({ kind, used, most }: UsageProps) => {
  const words = quotaWords[kind]
  if (most === null) return <span className="company-usage">{`${used} ${words.unit} · 不限`}</span>
  const level = usageLevel(used, most)
  return (
    <span className="company-usage">
      <span className="company-share">
        <span>{`${used} / ${most} ${words.unit}`}</span>
        {level && <span>{`${sharePercent(used, most)}%`}</span>}
      </span>
      <meter
        aria-label={words.used}
        className="company-meter"
        data-level={level}
        value={Math.min(used, most)}
        max={most}
      />
    </span>
  )
}
