import { membershipsContract } from '@atrium/contract/features/memberships/memberships.contract.ts'
import { implement } from '../../kernel/http/implement.ts'
import { membershipInvitations } from './membership-invitations.service.ts'
import type { OwnMembershipsService } from './own-memberships.service.ts'

export const membershipsRoutes = (own: OwnMembershipsService) =>
  implement(membershipsContract, {
    list: (scope, { query }) => membershipInvitations.list(scope, query),
    create: (scope, { body }) => membershipInvitations.create(scope, body),
    remove: (scope, { params }) => membershipInvitations.remove(scope, params.id),
    own: (scope) => own.list(scope),
    accept: (scope, { params }) => own.accept(scope, params.id),
    enter: (scope, { params }) => own.enter(scope, params.id),
    decline: (scope, { params }) => own.decline(scope, params.id),
  })
