import * as z from 'zod/mini'
import { moduleConcerns } from '../../../kernel/module-concerns.ts'

/** Impact of locking a company. */
export const companyImpact = z.object({
  name: z.string(),
  /** Live sessions, which end. */
  sessions: z.int(),
  /** Users who can sign in now and cannot while it is locked. */
  users: z.int(),
  /** Direct subsidiaries, which are not locked. */
  subsidiaries: z.int(),
  modules: moduleConcerns,
})
export type CompanyImpact = z.output<typeof companyImpact>
