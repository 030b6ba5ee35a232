export { registrationConstraints } from './constraints.ts'
export { invitationsRoutes, registrationsRoutes } from './registrations.routes.ts'
export { createRegistrations } from './registrations.service.ts'
