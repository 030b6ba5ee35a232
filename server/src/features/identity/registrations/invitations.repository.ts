import type {
  InvitationRow,
  invitationWrite,
} from '@atrium/contract/features/identity/registrations/registrations.contract.ts'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { crudRepository, type Person } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { newId } from '../../../kernel/ids.ts'

const columns = {
  id: 'id',
  code: 'code',
  note: 'note',
  uses: 'uses',
  mostUses: 'most_uses',
  expireTime: 'expires_at',
  createTime: 'created_at',
  createBy: 'created_by',
} as const

const stored = crudRepository<'invitations', typeof columns, InvitationRow>({
  table: 'invitations',
  columns,
  searchIn: ['code', 'note'],
  orderBy: '-createTime',
})

const isUsable = sql<boolean>`invitations.uses < invitations.most_uses and invitations.expires_at > now()`

export const invitationsRepository = {
  list: stored.list,
  findForUpdate: stored.findForUpdate,
  remove: stored.remove,

  insert: (db: Db, code: string, { note, mostUses, days }: z.output<typeof invitationWrite>, by: Person) =>
    db
      .insertInto('invitations')
      .values({
        id: newId(),
        code,
        note,
        most_uses: mostUses,
        expires_at: sql<string>`now() + make_interval(days => ${days})`,
        created_by: JSON.stringify(by),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),

  /** The company a usable code belongs to, if it is open to everybody. */
  findCompany: (db: Db, code: string) =>
    db
      .selectFrom('invitations')
      .innerJoin('companies', 'companies.id', 'invitations.company_id')
      .where('invitations.code', '=', code)
      .where(sql<boolean>`admission_of(companies, null) = 'open'`)
      .where(isUsable)
      .select('invitations.company_id as companyId')
      .executeTakeFirst(),

  /**
   * Counts one use.
   * @returns false if the code is used up; parallel calls never exceed the limit.
   */
  use: async (db: Db, code: string): Promise<boolean> => {
    const used = await db
      .updateTable('invitations')
      .set({ uses: sql`uses + 1` })
      .where('code', '=', code)
      .where(isUsable)
      .executeTakeFirst()
    return used.numUpdatedRows === 1n
  },

  /** Gives back one use of a code of that company, if it is still there. */
  giveBack: (db: Db, companyId: string, code: string) =>
    db
      .updateTable('invitations')
      .set({ uses: sql`uses - 1` })
      .where('company_id', '=', companyId)
      .where('code', '=', code)
      .where('uses', '>', 0)
      .execute(),
}
