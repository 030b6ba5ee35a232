export { findCompanyHits } from './company-hits.repository.ts'
