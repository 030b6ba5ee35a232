import type { Db } from '../../../kernel/db/database.ts'
import { isAddressAllowed, type TenantPolicy } from '../../tenancy/tenants/index.ts'
import { tenantLimitsRepository as repository, type SessionLimits } from './tenant-limits.repository.ts'

export type Owner = { companyId: string; userId: string }
/** The user a session is opened for, with the tenant's policy and the principal. */
export type Workplace = Owner & { policy: TenantPolicy | null; principal: Owner }
type Terms = Omit<SessionLimits, 'refusedAddresses'> & Pick<TenantPolicy, 'addresses'>

const readLimits = async (db: Db, topId: string, { addresses, ...terms }: Terms): Promise<SessionLimits> => {
  const allAddresses = addresses.length === 0 ? [] : await repository.listAddresses(db, topId)
  return { ...terms, refusedAddresses: allAddresses.filter((address) => !isAddressAllowed(addresses, address)) }
}

/** What a tenant's policy demands of the sessions of its users (decision 47). */
export const tenantLimits = {
  /** Ends a person's oldest sessions in the tenant beyond its device limit. */
  async endSurplus(db: Db, { companyId, policy, principal }: Workplace): Promise<void> {
    const maxDevices = policy?.mostDevices ?? null
    if (maxDevices !== null) await repository.endSurplus(db, principal, companyId, maxDevices, 'devices')
  },

  /** Ids of a tenant's live sessions that new policy terms would end. Needs platform reach. */
  listBeyondPolicy: async (db: Db, topId: string, terms: Terms) =>
    repository.listBeyond(db, topId, await readLimits(db, topId, terms)),

  /**
   * Ends those sessions in the caller's transaction and shortens the others to the terms.
   * @returns the number ended
   */
  enforcePolicy: async (db: Db, topId: string, terms: Terms) =>
    repository.enforce(db, topId, await readLimits(db, topId, terms), 'policy'),
}
