export { registrationApproval } from './registration-approval.ts'
export { registrationsRepository as registrations } from './registrations.repository.ts'
