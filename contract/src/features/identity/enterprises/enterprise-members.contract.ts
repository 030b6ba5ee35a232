import * as z from 'zod/mini'
import { defineContract } from '../../../kernel/endpoint.ts'
import { id } from '../../../kernel/listing.ts'
import { toPortalVariant } from '../../../kernel/portal-variant.ts'
import { membershipsContract } from '../../people/memberships/memberships.contract.ts'
import { userRolesContract } from '../../people/users/user-roles.contract.ts'
import { invitationsContract } from '../registrations/registrations.contract.ts'

const path = '/front-api/sys/user'
const { params: _, ...entering } = toPortalVariant(
  membershipsContract.enter,
  `${path}/switch/v1`,
  'portalMembership.entered',
)

/** Members of an enterprise, and the enterprises of a person: the console's calls under portal addresses. */
export const enterpriseMembersContract = defineContract('frontEnts', {
  own: toPortalVariant(membershipsContract.own, `${path}/ents/v1`),
  switch: { ...entering, body: z.object({ entId: id }) },
  accept: toPortalVariant(membershipsContract.accept, `${path}/ents/:id/accept/v1`, 'portalMembership.accepted'),
  decline: toPortalVariant(
    membershipsContract.decline,
    `${path}/ents/:id/decline/v1`,
    'portalMembershipInvitation.declined',
  ),
  leave: toPortalVariant(membershipsContract.leave, `${path}/ents/:id/leave/v1`, 'portalMembership.ended'),
  list: toPortalVariant(membershipsContract.list, `${path}/ent/invitations/v1`),
  invite: toPortalVariant(
    membershipsContract.create,
    `${path}/ent/invitations/v1`,
    'portalMembershipInvitation.created',
  ),
  withdraw: toPortalVariant(
    membershipsContract.remove,
    `${path}/ent/invitations/:id/v1`,
    'portalMembershipInvitation.removed',
  ),
  codes: toPortalVariant(invitationsContract.list, `${path}/ent/codes/v1`),
  createCode: toPortalVariant(invitationsContract.create, `${path}/ent/codes/v1`, 'portalInvitation.created'),
  removeCode: toPortalVariant(invitationsContract.remove, `${path}/ent/codes/:id/v1`, 'portalInvitation.removed'),
  roles: toPortalVariant(userRolesContract.roles, `${path}/:id/roles/v1`),
  offeredRoles: toPortalVariant(userRolesContract.offeredRoles, `${path}/roles/auto/:id/v1`),
  assignRoles: toPortalVariant(userRolesContract.assignRoles, `${path}/:id/roles/v1`, 'portalUser.rolesChanged'),
})
