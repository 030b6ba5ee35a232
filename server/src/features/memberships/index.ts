import type { Messages } from '../messages/index.ts'
import type { SessionService } from '../session/index.ts'
import { createMembershipInvitations } from './membership-invitations.service.ts'
import { membershipsRoutes } from './memberships.routes.ts'
import { createOwnMemberships } from './own-memberships.service.ts'

/** Routes for working in several companies: a company's invitations, and a user's own memberships. */
export const createMembershipsRoutes = ({ sessions, messages }: { sessions: SessionService; messages: Messages }) =>
  membershipsRoutes(createMembershipInvitations(messages), createOwnMemberships(sessions, messages))
