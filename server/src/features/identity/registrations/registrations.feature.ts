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
    ...registrations,
    approve: (scope, id, body) => registrations.approve(scope, id, body.version),
  })

/** Registration of members with its review, and invitations to register, which the portal offers to enterprises. */
export const createRegistrationsFeature = (ports: Parameters<typeof createRegistrations>[0]) => ({
  invitationCodes: invitations,
  routes: [...registrationsRoutes(createRegistrations(ports)), ...implement(invitationsContract, invitations)],
  constraints: {
    registrations__account: { ...registrationsErrors.accountTaken, field: 'account' },
    registrations__phone: { ...registrationsErrors.phoneTaken, field: 'phone' },
  },
})
