import type { toAuthor } from './db/crud-handlers.ts'
import type { Actor } from './scope.ts'

/** What `locked_by` holds beside the person if the operator of the platform set the lock. */
export const operatorsMark = { operator: true }
/** Whether the caller acts for the operator, at home or in another company. */
export const isOperator = ({ platform, acting }: Actor): boolean => platform || acting !== undefined
/** Who locks, as `locked_by` stores it: with a mark for the operator, whose lock the company at hand cannot lift. */
export const lockAuthor = (actor: Actor, by: ReturnType<typeof toAuthor>): string =>
  JSON.stringify({ ...by, ...(isOperator(actor) && operatorsMark) })
