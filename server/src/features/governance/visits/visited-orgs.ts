import { switchingContract, type VisitedOrg } from '@atrium/contract/features/governance/visits/visits.contract.ts'
import type { Database } from '../../../kernel/db/database.ts'
import { type Actor, homeActor } from '../../../kernel/scope.ts'
import { hostsRepository as hosts } from './hosts.repository.ts'
import { findRefusal } from './switching.service.ts'

/** By the rights at home, as in the switching drawer. */
const canListOrganizations = (actor: Actor) => {
  const { decide, platform } = homeActor(actor)
  const { allowed, mfa } = decide(switchingContract.switchOrgs)
  return platform && allowed && !mfa
}

/**
 * Creates a reader of the organisations an actor may switch into, directly below a parent or at the top. It returns
 * nothing for a company that the actor may not visit, as for an unknown one.
 */
export const createVisitedOrgs =
  (database: Database) =>
  async (
    actor: Actor,
    { company, parent, max }: { company: string; parent: string | undefined; max: number },
  ): Promise<{ data: VisitedOrg[]; total: number }> => {
    const none = { data: [], total: 0 }
    if (!canListOrganizations(actor)) return none
    return database.transact({ reach: 'platform' }, async (db) => {
      const host = await hosts.find(db, company, actor.userId)
      return host && !findRefusal(host)
        ? hosts.listOrganizations(db, host.id, { parent, page: 1, size: max, sort: '' })
        : none
    })
  }
