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
    list: (scope, { query }) => invitations.list(scope, query),
    create: (scope, { body }) => invitations.create(scope, body),
    remove: (scope, { params }) => invitations.remove(scope, params.id),
    own: (scope) => own.list(scope),
    accept: (scope, { params }) => own.accept(scope, params.id),
    enter: (scope, { params }) => own.enter(scope, params.id),
    leave: (scope, { params }) => own.leave(scope, params.id),
    decline: (scope, { params }) => own.decline(scope, params.id),
  })
  return { routes, ownMemberships: own, membershipInvitations: invitations }
}
