import { membershipsContract } from '@atrium/contract/features/people/memberships/memberships.contract.ts'
import { implement } from '../../../kernel/http/implement.ts'
import type { MembershipInvitations } from './membership-invitations.service.ts'
import type { OwnMembershipsService } from './own-memberships.service.ts'

export const membershipsRoutes = (invitations: MembershipInvitations, own: OwnMembershipsService) =>
  implement(membershipsContract, {
    list: (scope, { query }) => invitations.list(scope, query),
    create: (scope, { body }) => invitations.create(scope, body),
    remove: (scope, { params }) => invitations.remove(scope, params.id),
    own: (scope) => own.list(scope),
    accept: (scope, { params }) => own.accept(scope, params.id),
    enter: (scope, { params }) => own.enter(scope, params.id),
    leave: (scope, { params }) => own.leave(scope, params.id),
    decline: (scope, { params }) => own.decline(scope, params.id),
  })
