import { sql } from 'kysely'
import type { Person } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'

export type NoticeKey = { companyId: string; id: string }
export const updateRow = (db: Db, { companyId, id }: NoticeKey) =>
  db.updateTable('notices').where('company_id', '=', companyId).where('id', '=', id)

/** Who changes a notice: as shown, and the account they sign in with, the same in all companies. */
export type Writer = { by: Person; account: string }
/** Remembers who takes part in a text. */
export const writtenBy = ({ account }: Writer) => ({
  writers: sql<string[]>`case when ${account}::uuid = any(writers) then writers else writers || ${account}::uuid end`,
})
/** Forgets the last decision, except in a state. */
export const undecidedUnless = (state: 'approved' | 'rejected') => ({
  decided_at: sql<string>`case when state = ${sql.lit(state)} then decided_at end`,
  decided_by: sql<string>`case when state = ${sql.lit(state)} then decided_by end`,
  decide_reason: sql<string>`case when state = ${sql.lit(state)} then decide_reason else '' end`,
})
/** What another text means for its approval: it has none. A refusal stays to be read until the next submission. */
export const unapproved = {
  state: sql<string>`case when state in ('submitted', 'approved') then 'draft' else state end`,
  ...undecidedUnless('rejected'),
}
