export type { Sso } from './sso.service.ts'
