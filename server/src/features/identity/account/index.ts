export { createAccount } from './account.service.ts'
