import type { Tenant } from '@atrium/contract/features/companies/companies.contract.ts'
import { type QuotaKind, quotaFields, quotaKinds } from '@atrium/contract/features/plans/quotas.ts'
import { quotaWords } from './quota-words.ts'
import { usageLevel } from './usage-level.ts'

/** What a tenant may have of a kind: another number than its plan's, or that. */
export const mostOf = (tenant: Tenant, kind: QuotaKind): number | null =>
  tenant[quotaFields[kind]] ?? tenant.planQuotas[quotaFields[kind]]

/** A tenant that is closing uses nothing more. */
const kindsOf = ({ state }: Tenant) => (state === 'closing' ? [] : quotaKinds)
/** A sentence for each quota that is used up, or nearly. */
export const quotaWarnings = (tenant: Tenant): string[] =>
  kindsOf(tenant).flatMap((kind) => {
    const level = usageLevel(tenant.usage[kind], mostOf(tenant, kind))
    return level ? [quotaWords[kind][level]] : []
  })
