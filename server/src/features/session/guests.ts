import { switchingContract } from '@atrium/contract/features/visits/visits.contract.ts'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../kernel/db/database.ts'
import type { Acting, Actor, Rights, RowScope } from '../../kernel/scope.ts'
import { asGuest, planCeilingOf, wornRoles } from '../access/index.ts'
import { closedDoors } from '../companies/index.ts'
import { type createRights, withoutObserving } from '../registry/index.ts'
import { endSentences } from './end-reasons.ts'
import { visitsRepository } from './visits.repository.ts'

/** What somebody is and may at home, and how long that stands if nobody changes it. */
export type AtHome = { rights: Rights; until: number }
/** Who he is at home, and the versions of what he may there. */
type Visitor = {
  companyId: string
  companyName: string
  userId: string
  companyEpoch: string
  userEpoch: number
  registryEpoch: number
}
/** What his being a guest changes in an actor. */
export type Guest = Rights & { companyId: string; companyName: string; readOnly: boolean; acting: Acting }

/** Of an organisation and of those below it alone, however wide his roles see; what they see of his own ones is not here. */
const narrowed = (rows: Actor['rows'], path: string): Actor['rows'] => {
  const only: RowScope = { wide: false, orgIds: [], orgPaths: [path], rules: [] }
  if (rows === 'all') return [only]
  return rows.map((scope) => ({ ...(scope.wide ? only : { ...only, orgPaths: [] }), rules: scope.rules }))
}

/**
 * What somebody may do who acts in another company: what his roles give him at home and that company's plan gives anybody in
 * it, never more than either (threat T13). In: how decisions are made. Out: a function of his session; it answers the
 * sentence his visit is over with where he may no longer be there.
 */
export const createGuests = (decideFor: ReturnType<typeof createRights>) => {
  type Held = Rights & { menus: readonly string[] }
  const snapshots = new LRUCache<string, { held: Held; until: number }>({ max: 5000 })

  const within = async (
    db: Db,
    visitor: Visitor,
    { rights }: AtHome,
    visited: { id: string; orgPath: string | null },
  ) => {
    const { permissions, held, plan } = asGuest(rights.permissions, await planCeilingOf(db, visited.id))
    const own = await wornRoles.ceilingOf(db, { companyId: visitor.companyId, userId: visitor.userId })
    const menus = plan.menus.filter((id) => own.everything || own.menus.includes(id))
    const { decide, restricted } = await decideFor(db, { held, plan }, visitor.registryEpoch)
    const rows = visited.orgPath === null ? rights.rows : narrowed(rights.rows, visited.orgPath)
    return { permissions, menus, decide: withoutObserving(decide), restricted, rows }
  }

  return async (db: Db, sessionId: string, visitor: Visitor, home: AtHome): Promise<{ ended: string } | Guest> => {
    const visit = await visitsRepository.find(db, sessionId)
    if (!visit) return { ended: endSentences.visitGone }
    const closed = closedDoors[visit.door]
    if (closed !== undefined) return { ended: closed }
    if (visit.policy === 'denied') return { ended: endSentences.visitDenied }
    if (!home.rights.decide(switchingContract.switch).allowed) return { ended: endSentences.visitRefused }
    const { companyId, companyName, orgPath, door, policy: _, epoch, ...rest } = visit
    const { userId, companyEpoch, userEpoch, registryEpoch } = visitor
    const key = [userId, companyEpoch, userEpoch, registryEpoch, companyId, epoch, orgPath].join(' ')
    const known = snapshots.get(key)
    const held =
      known && performance.now() < known.until
        ? known.held
        : await within(db, visitor, home, { id: companyId, orgPath })
    snapshots.set(key, { held, until: home.until })
    const { menus, ...rights } = held
    const acting = {
      ...rest,
      homeCompanyId: visitor.companyId,
      homeCompanyName: visitor.companyName,
      menus,
      rightsAtHome: home.rights,
    }
    return { ...rights, companyId, companyName, readOnly: rest.mode === 'view' || door === 'readOnly', acting }
  }
}
