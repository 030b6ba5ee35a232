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
    ent: (scope) => enterprises.find(scope),
    updateEnt: (scope, { body }) => enterprises.update(scope, body),
    licence: (scope) => enterprises.licence(scope),
    replaceLicence: (scope, { file }) => enterprises.replaceLicence(scope, file),
    applyForRecognition: (scope) => enterprises.request(scope),
    withdrawApplication: (scope) => enterprises.withdraw(scope),
  })

const recognitionRoutes = (recognition: RecognitionService) =>
  implement(recognitionContract, {
    enterprises: (scope, { query }) => recognition.list(scope, query),
    enterprise: (scope, { params }) => recognition.get(scope, params.id),
    enterpriseLicence: (scope, { params }) => recognition.licence(scope, params.id),
    approve: (scope, { params, body }) => recognition.approve(scope, params.id, body.version),
    reject: (scope, { params, body }) => recognition.reject(scope, params.id, body),
    revoke: (scope, { params, body }) => recognition.revoke(scope, params.id, body),
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
    own: (scope) => own.list(scope),
    switch: (scope, { body }) => own.enter(scope, body.entId),
    accept: (scope, { params }) => own.accept(scope, params.id),
    decline: (scope, { params }) => own.decline(scope, params.id),
    leave: (scope, { params }) => own.leave(scope, params.id),
    list: (scope, { query }) => membershipInvitations.list(scope, query),
    invite: (scope, { body }) => membershipInvitations.create(scope, body),
    withdraw: (scope, { params }) => membershipInvitations.remove(scope, params.id),
    codes: (scope, { query }) => codes.list(scope, query),
    createCode: (scope, { body }) => codes.create(scope, body),
    removeCode: (scope, { params }) => codes.remove(scope, params.id),
    roles: (scope, { params }) => userRoles.list(scope, params.id),
    offeredRoles: (scope, { params, query }) => findRoleOptions(scope, params.id, query.keyword),
    assignRoles: (scope, { params, body }) => userRoles.assign(scope, params.id, body),
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
