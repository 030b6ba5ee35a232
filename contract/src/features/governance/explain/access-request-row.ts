import * as z from 'zod/mini'
import { moment, person } from '../../../kernel/listing.ts'
import { productText } from '../../../kernel/product-text.ts'

export const accessRequestStates = ['open', 'approved', 'rejected'] as const

const roleName = z.object({ id: z.string(), name: productText() })
export const accessRequestRow = z.object({
  id: z.string(),
  user: z.extend(person, { account: z.string() }),
  element: z.object({ code: z.string(), name: productText(), risk: z.enum(['low', 'mid', 'high']) }),
  /** The page the applicant wants to open; the assigned role must grant its menu too. */
  page: z.nullable(z.object({ id: z.string(), name: productText() })),
  traceId: z.string(),
  reason: z.string(),
  state: z.enum(accessRequestStates),
  /** The role assigned on approval. */
  role: z.nullable(roleName),
  decideReason: z.string(),
  createTime: moment,
  decideTime: z.nullable(moment),
  decideBy: z.nullable(person),
  version: z.int(),
})
export type AccessRequestRow = z.output<typeof accessRequestRow>
