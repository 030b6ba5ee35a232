import { enterpriseMembersContract } from '@atrium/contract/features/identity/enterprises/enterprise-members.contract.ts'
import { enterprisesContract } from '@atrium/contract/features/identity/enterprises/enterprises.contract.ts'
import { recognitionContract } from '@atrium/contract/features/identity/enterprises/recognition.contract.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { findRoleOptions } from '../../access/authorization/index.ts'
import type { MembershipInvitations, OwnMemberships } from '../../people/memberships/index.ts'
import type { UserRolesService } from '../../people/users/index.ts'
import { createEnterprises, type EnterprisesService } from './enterprises.service.ts'
import type { InvitationCodes } from './invitation-codes.ts'
import { createRecognition, type RecognitionService } from './recognition.service.ts'

const enterprisesRoutes = (enterprises: EnterprisesService) =>
  implement(enterprisesContract, {
    ...enterprises,
    ent: enterprises.find,
    updateEnt: enterprises.update,
    applyForRecognition: enterprises.request,
    withdrawApplication: enterprises.withdraw,
  })

const recognitionRoutes = (recognition: RecognitionService) =>
  implement(recognitionContract, {
    ...recognition,
    enterprises: recognition.list,
    enterprise: recognition.get,
    enterpriseLicence: recognition.licence,
    approve: (scope, id, body) => recognition.approve(scope, id, body.version),
  })

type Members = {
  ownMemberships: OwnMemberships
  membershipInvitations: MembershipInvitations
  userRoles: UserRolesService
  /** Codes that admit new users to the company. */
  invitationCodes: InvitationCodes
}
const membersRoutes = ({ ownMemberships: own, membershipInvitations, userRoles, invitationCodes: codes }: Members) =>
  implement(enterpriseMembersContract, {
    ...own,
    own: own.list,
    switch: (scope, body) => own.enter(scope, body.entId),
    list: membershipInvitations.list,
    invite: membershipInvitations.create,
    withdraw: membershipInvitations.remove,
    codes: codes.list,
    createCode: codes.create,
    removeCode: codes.remove,
    roles: userRoles.list,
    offeredRoles: (scope, id, query) => findRoleOptions(scope, id, query.keyword),
    assignRoles: userRoles.assign,
  })

type Ports = Parameters<typeof createEnterprises>[0] & Parameters<typeof createRecognition>[0] & Members

/** Companies that registered themselves: their data and recognition, their members, and switching between them. */
export const createEnterprisesFeature = (ports: Ports) => ({
  routes: [
    ...enterprisesRoutes(createEnterprises(ports)),
    ...membersRoutes(ports),
    ...recognitionRoutes(createRecognition(ports)),
  ],
})
