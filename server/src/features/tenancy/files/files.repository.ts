import { type Insertable, sql } from 'kysely'
import type { Person } from '../../../kernel/db/crud-repository.ts'
import type { Db, Tables } from '../../../kernel/db/database.ts'
import type { ContentKey } from '../../../kernel/files/file-store.ts'
import { newId } from '../../../kernel/ids.ts'

/** A file about to be added; its bytes are stored already. */
export type NewFile = {
  companyId: string
  /** A new one, unless an upload brought it along. */
  id?: string
  name: string
  purpose: string
  type: string
  sha256: string
  size: number
  width?: number | null
  height?: number | null
  /** Kept from everybody until it has been scanned. */
  isQuarantined?: boolean
  published?: boolean
  by: Person
}
type FileKey = { companyId: string; id: string }

const keyColumns = ['company_id as companyId', 'sha256'] as const
const dayAgo = sql<string>`now() - interval '1 day'`

export const filesRepository = {
  /**
   * Notes that bytes arrive: a new row, or new times in the one that is there.
   * @returns whether it is a new one
   */
  async noteContent(db: Db, { companyId, sha256, size }: ContentKey & { size: number }): Promise<boolean> {
    const { isNew } = await db
      .insertInto('file_contents')
      .values({ company_id: companyId, sha256, size })
      .onConflict((conflict) =>
        conflict.columns(['company_id', 'sha256']).doUpdateSet({
          unnamed_since: sql`case when file_contents.unnamed_since is not null then now() end`,
          repeated_at: sql`now()`,
        }),
      )
      .returning(sql<boolean>`xmax = 0`.as('isNew'))
      .executeTakeFirstOrThrow()
    return isNew
  },

  async insert(db: Db, { companyId, by, id = newId(), isQuarantined, ...file }: NewFile): Promise<string> {
    const row: Insertable<Tables['files']> = { company_id: companyId, id, created_by: JSON.stringify(by), ...file }
    const quarantine = isQuarantined && { state: 'quarantined', scan_at: sql<string>`now()` }
    await db
      .insertInto('files')
      .values({ ...row, ...quarantine })
      .execute()
    return id
  },

  /**
   * Deletes a file.
   * @returns the key of its bytes; undefined if there is no such file.
   */
  remove: (db: Db, { companyId, id }: FileKey, onlyUnused: boolean): Promise<ContentKey | undefined> => {
    const file = db.deleteFrom('files').where('company_id', '=', companyId).where('id', '=', id)
    const chosen = onlyUnused ? file.where('unused_since', 'is not', null) : file
    return chosen.returning(keyColumns).executeTakeFirst()
  },

  /**
   * Deletes the row of bytes that no file has, nor will have: they have not come again for a day.
   * @returns whether it did
   */
  async removeContent(db: Db, { companyId, sha256 }: ContentKey): Promise<boolean> {
    const unnamed = db.deleteFrom('file_contents').where('company_id', '=', companyId).where('sha256', '=', sha256)
    const unexpected = unnamed.where((row) => row.or([row('repeated_at', 'is', null), row('repeated_at', '<', dayAgo)]))
    return (await unexpected.where('file_count', '=', 0).executeTakeFirst()).numDeletedRows > 0n
  },

  /**
   * Locks the key of bytes without a row until the transaction ends, by a row that it must delete. Without the company
   * nothing can be stored, and nothing is locked.
   * @returns whether there was none
   */
  async lockMissingContent(db: Db, { companyId, sha256 }: ContentKey): Promise<boolean> {
    const company = await db.selectFrom('companies').where('id', '=', companyId).select('id').executeTakeFirst()
    if (!company) return true
    const locked = await db
      .insertInto('file_contents')
      .values({ company_id: companyId, sha256, size: 0 })
      .onConflict((conflict) => conflict.columns(['company_id', 'sha256']).doNothing())
      .executeTakeFirst()
    return (locked.numInsertedOrUpdatedRows ?? 0n) > 0n
  },

  /**
   * Notes those of these keys that no row names as removed from now on.
   * @returns those whose company is gone, which nothing can name again
   */
  async noteStray(db: Db, keys: readonly ContentKey[]): Promise<ContentKey[]> {
    const { rows } = await sql<ContentKey>`
      with stray as (
        select asked.*, companies.id is null as orphaned
        from unnest(${keys.map(({ companyId }) => companyId)}::uuid[], ${keys.map(({ sha256 }) => sha256)}::text[])
          as asked (company_id, sha256)
        left join companies on companies.id = company_id
        where not exists (select from file_contents where file_contents.company_id = asked.company_id
          and file_contents.sha256 = asked.sha256)
      ), noted as (
        insert into removed_contents (company_id, sha256) select company_id, sha256 from stray where not orphaned
        on conflict on constraint removed_contents__pk do nothing
      )
      select company_id as "companyId", sha256 from stray where orphaned`.execute(db)
    return rows
  },

  /** Keys of bytes that no row has named for so many days. */
  async removedBefore(db: Db, days: number, most: number): Promise<ContentKey[]> {
    return db
      .selectFrom('removed_contents')
      .where('removed_at', '<=', sql<string>`now() - make_interval(days => ${days})`)
      .orderBy('removed_at')
      .limit(most)
      .select(keyColumns)
      .execute()
  },

  /** Forgets keys of removed bytes that are named again. */
  async forgetNamedAgain(db: Db): Promise<void> {
    await sql`delete from removed_contents using file_contents
      where file_contents.company_id = removed_contents.company_id and file_contents.sha256 = removed_contents.sha256`.execute(
      db,
    )
  },

  async forgetRemoved(db: Db, { companyId, sha256 }: ContentKey): Promise<void> {
    await db.deleteFrom('removed_contents').where('company_id', '=', companyId).where('sha256', '=', sha256).execute()
  },

  /**
   * Deletes files that nothing has used for a day.
   * @returns how many
   */
  async removeUnused(db: Db, most: number): Promise<number> {
    const unused = db
      .selectFrom('files')
      .where('unused_since', '<', dayAgo)
      .select(['company_id', 'id'])
      .limit(most)
      .forUpdate()
      .skipLocked()
    const { numDeletedRows } = await db
      .with('unused', () => unused)
      .deleteFrom('files')
      .using('unused')
      .whereRef('files.company_id', '=', 'unused.company_id')
      .whereRef('files.id', '=', 'unused.id')
      .executeTakeFirst()
    return Number(numDeletedRows)
  },

  /**
   * Deletes rows of bytes that no file has, a day after they arrived or the last file went.
   * @returns how many
   */
  async removeAbandonedContents(db: Db, most: number): Promise<number> {
    const { numDeletedRows } = await db
      .with('abandoned', () =>
        db
          .selectFrom('file_contents')
          .where('unnamed_since', '<', dayAgo)
          .select(['company_id', 'sha256'])
          .limit(most)
          .forUpdate()
          .skipLocked(),
      )
      .deleteFrom('file_contents')
      .using('abandoned')
      .whereRef('file_contents.company_id', '=', 'abandoned.company_id')
      .whereRef('file_contents.sha256', '=', 'abandoned.sha256')
      .executeTakeFirst()
    return Number(numDeletedRows)
  },
}
