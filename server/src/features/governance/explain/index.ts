export { denialsRepository as denials } from './denials.repository.ts'
