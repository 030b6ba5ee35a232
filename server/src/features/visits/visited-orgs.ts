import { switchingContract, type VisitedOrg } from '@atrium/contract/features/visits/visits.contract.ts'
import type { Database } from '../../kernel/db/database.ts'
import { type Actor, atHome } from '../../kernel/scope.ts'
import { hostsRepository as hosts } from './hosts.repository.ts'
import { refusalOf } from './switching.service.ts'

/** By the rights he has at home, as at the door of the drawer itself. */
const mayLook = (actor: Actor) => {
  const { decide, platform } = atHome(actor)
  const { allowed, mfa } = decide(switchingContract.switchOrgs)
  return platform && allowed && !mfa
}

/**
 * The organisations of a company that somebody may switch into, directly below one or at the top, at most so many. Out: a
 * function of who asks; nothing of a company that he may not switch into, as of one that never was (threat T14).
 */
export const createVisitedOrgs =
  (database: Database) =>
  async (
    actor: Actor,
    { company, parent, most }: { company: string; parent: string | undefined; most: number },
  ): Promise<{ data: VisitedOrg[]; total: number }> => {
    const none = { data: [], total: 0 }
    if (!mayLook(actor)) return none
    return database.transact({ reach: 'platform' }, async (db) => {
      const host = await hosts.find(db, company, actor.userId)
      return host && !refusalOf(host) ? hosts.orgs(db, host.id, { parent, page: 1, size: most, sort: '' }) : none
    })
  }
