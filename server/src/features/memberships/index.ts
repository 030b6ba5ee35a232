import type { Messages } from '../messages/index.ts'
import type { SessionService } from '../session/index.ts'
import { createMembershipInvitations } from './membership-invitations.service.ts'
import { membershipsRoutes } from './memberships.routes.ts'
import { createOwnMemberships } from './own-memberships.service.ts'

/** Every call about working in several companies: whom a company asks, and what somebody answers. */
export const createMembershipsRoutes = ({ sessions, messages }: { sessions: SessionService; messages: Messages }) =>
  membershipsRoutes(createMembershipInvitations(messages), createOwnMemberships(sessions, messages))
