import { type QuotaKind, quotaFields, quotaKinds } from '@atrium/contract/features/tenancy/plans/quotas.ts'
import type { OwnTenant } from '@atrium/contract/features/tenancy/tenants/own-tenant.contract.ts'
import { t } from '../../../ui/texts.ts'
import { quotaWords } from '../plans/public/quota-words.ts'
import { usageLevel } from './public/usage-level.ts'

/** The effective limit of a tenant: its own, or the plan's. */
export const effectiveQuota = (tenant: OwnTenant, kind: QuotaKind): number | null =>
  tenant[quotaFields[kind]] ?? tenant.planQuotas[quotaFields[kind]]

/** A closing tenant has no usage to warn of. */
const warnedKinds = ({ state }: OwnTenant) => (state === 'closing' ? [] : quotaKinds)
/** A sentence per quota that is full or nearly full; `remedy` is added to full ones. */
export const quotaWarnings = (tenant: OwnTenant, remedy: string): string[] =>
  warnedKinds(tenant).flatMap((kind) => {
    const level = usageLevel(tenant.usage[kind], effectiveQuota(tenant, kind))
    if (level === undefined) return []
    return level === 'full'
      ? t('{full}；{remedy}。', { full: quotaWords[kind].full, remedy })
      : t('{sentence}。', { sentence: quotaWords[kind].near })
  })
