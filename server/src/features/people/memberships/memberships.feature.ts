import { membershipsContract } from '@atrium/contract/features/people/memberships/memberships.contract.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { createMembershipInvitations } from './membership-invitations.service.ts'
import { createOwnMemberships } from './own-memberships.service.ts'
import type { MemberSessions, Notifier } from './ports.ts'

type Ports = { sessions: MemberSessions; messages: Notifier }

/** Working in several companies: a company's invitations, and a user's own memberships, which the portal offers too. */
export const createMembershipsFeature = ({ sessions, messages }: Ports) => {
  const invitations = createMembershipInvitations(messages)
  const own = createOwnMemberships(sessions, messages)
  const routes = implement(membershipsContract, {
    ...own,
    list: invitations.list,
    create: invitations.create,
    remove: invitations.remove,
    own: own.list,
  })
  return { routes, ownMemberships: own, membershipInvitations: invitations }
}
