export { registrationsRepository as registrations } from './registrations.repository.ts'
