import type { Db } from '../../../kernel/db/database.ts'
import type { Owner } from '../../../kernel/scope.ts'
import { membershipInvitationsRepository } from './membership-invitations.repository.ts'

export type { MembershipInvitations } from './membership-invitations.service.ts'
export type { OwnMemberships } from './own-memberships.service.ts'

/** How many open invitations wait for a principal's answer. Requires platform reach. */
export const countOpenInvitations = async (db: Db, principal: Owner): Promise<number> =>
  (await membershipInvitationsRepository.openFor(db, principal)).length
