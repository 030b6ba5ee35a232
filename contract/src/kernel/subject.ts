import * as z from 'zod/mini'
import { id } from './listing.ts'

/** A row that has a page: its entity, as features declare it in `subjects`, and its id. */
export const subject = z.object({
  entity: z.string().check(z.regex(/^[a-z][A-Za-z0-9]{0,59}$/, '对象类型格式不正确')),
  id,
})
export type Subject = z.output<typeof subject>
