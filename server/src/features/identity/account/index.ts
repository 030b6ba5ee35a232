export { account } from './account.service.ts'
