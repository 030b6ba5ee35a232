import { createCache } from '../../../kernel/cache.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { withLimits } from '../../../kernel/restrictions.ts'
import { readRights, readRowScopes } from '../../access/authorization/index.ts'
import type { createRightsCompiler } from '../../access/registry/index.ts'
import type { HomeRights } from './guests.ts'

/** A user, with the versions of their rights. */
type Versions = { companyId: string; userId: string; companyEpoch: string; userEpoch: number; registryEpoch: number }

/**
 * Returns a function that reads a user's rights in their company. They are cached by the epochs they were read at: valid
 * while the epochs stand, unless a role is limited in time.
 */
export const createHomeRights = (decideFor: ReturnType<typeof createRightsCompiler>) => {
  const snapshots = createCache<string, HomeRights>(20_000)
  return async (
    db: Db,
    { companyId, userId, companyEpoch, userEpoch, registryEpoch }: Versions,
  ): Promise<HomeRights> => {
    const key = `${userId} ${companyEpoch} ${userEpoch} ${registryEpoch}`
    const cached = snapshots.get(key)
    if (cached && performance.now() < cached.expiresAt) return cached
    const { permissions, heldPermissions, plan, changesIn, limitedFields } = await readRights(db, companyId, userId)
    const expiresAt = changesIn === null ? Number.POSITIVE_INFINITY : performance.now() + changesIn * 1000
    const [{ decide, restricted }, rows] = await Promise.all([
      decideFor(db, { heldPermissions, plan }, registryEpoch),
      readRowScopes(db, companyId, userId),
    ])
    const rights = { permissions, rows, decide, restricted: withLimits(restricted, limitedFields) }
    const homeRights = { rights, expiresAt }
    snapshots.set(key, homeRights)
    return homeRights
  }
}
