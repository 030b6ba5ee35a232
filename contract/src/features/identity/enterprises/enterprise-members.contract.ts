import * as z from 'zod/mini'
import { defineContract } from '../../../kernel/endpoint.ts'
import { id } from '../../../kernel/listing.ts'
import { portalVariantOf } from '../../../kernel/portal-variant.ts'
import { membershipsContract } from '../../people/memberships/memberships.contract.ts'
import { userRolesContract } from '../../people/users/user-roles.contract.ts'
import { invitationsContract } from '../registrations/registrations.contract.ts'

const path = '/front-api/sys/user'
const { params: _, ...entering } = portalVariantOf(
  membershipsContract.enter,
  `${path}/switch/v1`,
  'portalMembership.entered',
)

/** Members of an enterprise, and the enterprises of a person: the console's calls under portal addresses. */
export const enterpriseMembersContract = defineContract('frontEnts', {
  own: portalVariantOf(membershipsContract.own, `${path}/ents/v1`),
  switch: { ...entering, body: z.object({ entId: id }) },
  accept: portalVariantOf(membershipsContract.accept, `${path}/ents/:id/accept/v1`, 'portalMembership.accepted'),
  decline: portalVariantOf(
    membershipsContract.decline,
    `${path}/ents/:id/decline/v1`,
    'portalMembershipInvitation.declined',
  ),
  leave: portalVariantOf(membershipsContract.leave, `${path}/ents/:id/leave/v1`, 'portalMembership.ended'),
  list: portalVariantOf(membershipsContract.list, `${path}/ent/invitations/v1`),
  invite: portalVariantOf(
    membershipsContract.create,
    `${path}/ent/invitations/v1`,
    'portalMembershipInvitation.created',
  ),
  withdraw: portalVariantOf(
    membershipsContract.remove,
    `${path}/ent/invitations/:id/v1`,
    'portalMembershipInvitation.removed',
  ),
  codes: portalVariantOf(invitationsContract.list, `${path}/ent/codes/v1`),
  createCode: portalVariantOf(invitationsContract.create, `${path}/ent/codes/v1`, 'portalInvitation.created'),
  removeCode: portalVariantOf(invitationsContract.remove, `${path}/ent/codes/:id/v1`, 'portalInvitation.removed'),
  roles: portalVariantOf(userRolesContract.roles, `${path}/:id/roles/v1`),
  offeredRoles: portalVariantOf(userRolesContract.offeredRoles, `${path}/roles/auto/:id/v1`),
  assignRoles: portalVariantOf(userRolesContract.assignRoles, `${path}/:id/roles/v1`, 'portalUser.rolesChanged'),
})
