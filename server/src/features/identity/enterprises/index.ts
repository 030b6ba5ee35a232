export { enterprisesRepository as enterprises } from './enterprises.repository.ts'
