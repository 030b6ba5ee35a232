export type { MembershipInvitations } from './membership-invitations.service.ts'
export type { OwnMemberships } from './own-memberships.service.ts'
