import type { OwnTenant } from '@atrium/contract/features/companies/own-tenant.contract.ts'
import { type QuotaKind, quotaFields, quotaKinds } from '@atrium/contract/features/plans/quotas.ts'
import { quotaWords } from './quota-words.ts'
import { usageLevel } from './usage-level.ts'

/** What a tenant may have of a kind: another number than its plan's, or that. */
export const mostOf = (tenant: OwnTenant, kind: QuotaKind): number | null =>
  tenant[quotaFields[kind]] ?? tenant.planQuotas[quotaFields[kind]]

/** A tenant that is closing uses nothing more. */
const kindsOf = ({ state }: OwnTenant) => (state === 'closing' ? [] : quotaKinds)
/** A sentence for each quota that is used up, or nearly. In: what can be done about one that is. */
export const quotaWarnings = (tenant: OwnTenant, remedy: string): string[] =>
  kindsOf(tenant).flatMap((kind) => {
    const level = usageLevel(tenant.usage[kind], mostOf(tenant, kind))
    if (level === undefined) return []
    return level === 'full' ? `${quotaWords[kind].full}；${remedy}。` : `${quotaWords[kind].near}。`
  })
