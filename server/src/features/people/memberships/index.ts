import { createMembershipInvitations } from './membership-invitations.service.ts'
import { membershipsRoutes } from './memberships.routes.ts'
import { createOwnMemberships } from './own-memberships.service.ts'
import type { MemberSessions, Notifier } from './ports.ts'

/** Routes for working in several companies: a company's invitations, and a user's own memberships. */
export const createMembershipsRoutes = ({ sessions, messages }: { sessions: MemberSessions; messages: Notifier }) =>
  membershipsRoutes(createMembershipInvitations(messages), createOwnMemberships(sessions, messages))
