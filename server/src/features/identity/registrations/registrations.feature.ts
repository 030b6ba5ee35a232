import {
  invitationsContract,
  registrationsContract,
} from '@atrium/contract/features/identity/registrations/registrations.contract.ts'
import { registrationsErrors } from '@atrium/contract/features/identity/registrations/registrations.errors.ts'
import { implement } from '../../../kernel/http/implement.ts'
import { invitations } from './invitations.service.ts'
import { createRegistrations, type Registrations } from './registrations.service.ts'

const registrationsRoutes = (registrations: Registrations) =>
  implement(registrationsContract, {
    register: (scope, { body }) => registrations.register(scope, body),
    list: (scope, { query }) => registrations.list(scope, query),
    approve: (scope, { params, body }) => registrations.approve(scope, params.id, body.version),
    reject: (scope, { params, body }) => registrations.reject(scope, params.id, body),
  })

const invitationsRoutes = implement(invitationsContract, {
  list: (scope, { query }) => invitations.list(scope, query),
  create: (scope, { body }) => invitations.create(scope, body),
  remove: (scope, { params }) => invitations.remove(scope, params.id),
})

/** Registration of members with its review, and invitations to register, which the portal offers to enterprises. */
export const createRegistrationsFeature = (ports: Parameters<typeof createRegistrations>[0]) => ({
  invitationCodes: invitations,
  routes: [...registrationsRoutes(createRegistrations(ports)), ...invitationsRoutes],
  constraints: {
    registrations__account: { ...registrationsErrors.accountTaken, field: 'account' },
    registrations__phone: { ...registrationsErrors.phoneTaken, field: 'phone' },
  },
})
