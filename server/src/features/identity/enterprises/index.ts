export { enterprisesRepository as enterprises } from './enterprises.repository.ts'
export { recognitionApproval } from './recognition-approval.ts'
