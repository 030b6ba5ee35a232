import type { SessionService } from '../session/index.ts'
import { membershipsRoutes } from './memberships.routes.ts'
import { createOwnMemberships } from './own-memberships.service.ts'

/** Every call about working in several companies: whom a company asks, and what somebody answers. */
export const createMembershipsRoutes = (sessions: SessionService) => membershipsRoutes(createOwnMemberships(sessions))
