import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { createCache } from '../../../kernel/cache.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { withLimits } from '../../../kernel/restrictions.ts'
import type { Acting, Actor, Rights, RowScope } from '../../../kernel/scope.ts'
import { guestRights, readLimitedFields, readPlanCeiling, roleAssignments } from '../../access/authorization/index.ts'
import { type createRightsCompiler, withoutObservation } from '../../access/registry/index.ts'
import { refusalMessages } from '../../tenancy/tenants/index.ts'
import { endMessages } from './end-reasons.ts'
import { visitsRepository } from './visits.repository.ts'

/** The user's rights at home, valid until `expiresAt` (`performance.now()`, ms) unless changed. */
export type HomeRights = { rights: Rights; expiresAt: number }
/** The visiting user at home, with the versions of their rights. */
type Visitor = {
  companyId: string
  companyName: string
  userId: string
  companyEpoch: string
  userEpoch: number
  registryEpoch: number
}
declare module '../../../kernel/scope.ts' {
  /** A visit. */
  interface Acting {
    /** The session the visit was started from; the visit ends with it. */
    homeSessionId: string
    orgId: string
    orgName: string
    reason: string
    until: string
  }
}

/** What a visit changes in the actor. */
export type Guest = Rights & { companyId: string; companyName: string; readOnly: boolean; acting: Acting }

/** Limits wide row scopes to an organisation and its descendants; scopes over the visitor's own organisations do not apply. */
const restrictToOrg = (rows: Actor['rows'], path: string): Actor['rows'] => {
  const only: RowScope = { wide: false, groupIds: [], groupPaths: [path], rules: [] }
  if (rows === 'all') return [only]
  return rows.map((scope) => ({ ...(scope.wide ? only : { ...only, groupPaths: [] }), rules: scope.rules }))
}

/**
 * Rights during a visit: the intersection of the roles at home and the plan of the visited company, never more than
 * either (decision 35).
 * @returns a function of the session, which answers the end message if the visit is over
 */
export const createGuestResolver = (decideFor: ReturnType<typeof createRightsCompiler>, switchEndpoint: Endpoint) => {
  type GuestRights = Rights & { menus: readonly string[] }
  const snapshots = createCache<string, { rights: GuestRights; expiresAt: number }>(5000)

  const computeGuestRights = async (
    db: Db,
    visitor: Visitor,
    { rights }: HomeRights,
    visited: { id: string; orgPath: string | null },
  ) => {
    const { permissions, heldPermissions, plan } = guestRights(
      rights.permissions,
      await readPlanCeiling(db, visited.id),
    )
    const own = await roleAssignments.readCeiling(db, { companyId: visitor.companyId, userId: visitor.userId })
    const menus = plan.menus.filter((id) => own.everything || own.menus.includes(id))
    const { decide, restricted } = await decideFor(db, { heldPermissions, plan }, visitor.registryEpoch)
    const rows = visited.orgPath === null ? rights.rows : restrictToOrg(rights.rows, visited.orgPath)
    // Guests hold no role of the company that they visit.
    const limits = await readLimitedFields(db, visited.id)
    return {
      permissions,
      menus,
      decide: withoutObservation(decide),
      restricted: withLimits(restricted, limits),
      rows,
    }
  }

  return async (db: Db, sessionId: string, visitor: Visitor, home: HomeRights): Promise<{ ended: string } | Guest> => {
    const visit = await visitsRepository.find(db, sessionId)
    if (!visit) return { ended: endMessages.visitGone }
    const refusal = refusalMessages[visit.admission]
    if (refusal !== undefined) return { ended: refusal }
    if (visit.policy === 'denied') return { ended: endMessages.visitDenied }
    if (!home.rights.decide(switchEndpoint).allowed) return { ended: endMessages.visitRefused }
    const { companyId, companyName, orgPath, admission, policy: _, epoch, ...rest } = visit
    const { userId, companyEpoch, userEpoch, registryEpoch } = visitor
    const key = [userId, companyEpoch, userEpoch, registryEpoch, companyId, epoch, orgPath].join(' ')
    const cached = snapshots.get(key)
    const current =
      cached && performance.now() < cached.expiresAt
        ? cached.rights
        : await computeGuestRights(db, visitor, home, { id: companyId, orgPath })
    snapshots.set(key, { rights: current, expiresAt: home.expiresAt })
    const { menus, ...rights } = current
    const acting = {
      ...rest,
      homeCompanyId: visitor.companyId,
      homeCompanyName: visitor.companyName,
      menus,
      homeRights: home.rights,
    }
    return { ...rights, companyId, companyName, readOnly: rest.mode === 'view' || admission === 'readOnly', acting }
  }
}
