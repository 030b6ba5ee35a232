import { maxNameLength } from '@atrium/contract/features/content/uploads/file-types.ts'
import { sql } from 'kysely'
import { type Person, updateStamps } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { newId } from '../../../kernel/ids.ts'

type Key = { companyId: string; id: string }
type Place = { companyId: string; folderId: string | null }
/** An uploaded file that becomes a version. */
export type Upload = { id: string; name: string; type: string; size: number }

const ofKey = ({ companyId, id }: Key) => sql<boolean>`company_id = ${companyId} and id = ${id}`
const toStamps = (by: Person) => ({ created_by: JSON.stringify(by), updated_by: JSON.stringify(by) })

export const documentChangesRepository = {
  /** Lets one change of a company's documents happen at a time until the transaction ends: no cycle, no lost version. */
  lockAll: (db: Db, companyId: string) =>
    sql`select pg_advisory_xact_lock(hashtextextended('documents', hashtextextended(${companyId}, 0)))`.execute(db),

  /** What lies under a name in a folder, or at the top. */
  findByName: (db: Db, { companyId, folderId }: Place, name: string) =>
    db
      .selectFrom('documents')
      .where('company_id', '=', companyId)
      .where(sql<boolean>`coalesce(parent_id, company_id) = ${folderId ?? companyId}`)
      .where(sql<boolean>`lower(name) = lower(${name})`)
      .where('trashed_at', 'is', null)
      .select(['id', 'kind'])
      .executeTakeFirst(),

  /** A name like a taken one that is free in a place: with the next number before its ending. */
  async freeName(db: Db, { companyId, folderId }: Place, name: string, ending: string): Promise<string> {
    const stem = name.slice(0, name.length - ending.length)
    const { rows } = await sql<{ title: string }>`
      with taken as materialized (
        select lower(name) as name from documents
        where company_id = ${companyId} and coalesce(parent_id, company_id) = ${folderId ?? companyId} and trashed_at is null)
      select title from generate_series(2, (select count(*) + 2 from taken)) as n,
        lateral (select left(${stem}, ${maxNameLength} - length(n || ${ending}) - 2) || '（' || n || '）' || ${ending} as title) as named
      where lower(title) not in (select name from taken) order by n limit 1`.execute(db)
    return rows[0]?.title ?? name
  },

  /** An uploaded file of a user that nothing uses yet. */
  findUpload: (db: Db, { companyId, id }: Key, userId: string): Promise<Upload | undefined> =>
    db
      .selectFrom('files')
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .where('purpose', '=', 'doc')
      .where(sql`created_by->>'id'`, '=', userId)
      .where('unused_since', 'is not', null)
      .select(['id', 'name', 'type', 'size'])
      .executeTakeFirst(),

  async insertFolder(db: Db, { companyId, folderId }: Place, name: string, by: Person): Promise<string> {
    const id = newId()
    const row = { company_id: companyId, id, parent_id: folderId, kind: 'folder', name }
    await db
      .insertInto('documents')
      .values({ ...row, ...toStamps(by) })
      .execute()
    return id
  },

  /** Adds a file without a version. */
  async insertFile(db: Db, { companyId, folderId }: Place, name: string, by: Person): Promise<string> {
    const id = newId()
    const row = { company_id: companyId, id, parent_id: folderId, kind: 'file', name }
    await db
      .insertInto('documents')
      .values({ ...row, ...toStamps(by) })
      .execute()
    return id
  },

  /**
   * Adds the newest version of a file under a name.
   * @returns its number
   */
  async addVersion(db: Db, key: Key, { file, name, note }: { file: Upload; name: string; note: string }, by: Person) {
    const { versions } = await db
      .updateTable('documents')
      .where(ofKey(key))
      .set({ versions: sql<number>`versions + 1`, name, type: file.type, size: file.size, ...updateStamps(by) })
      .returning('versions')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('document_versions')
      .values({
        company_id: key.companyId,
        document_id: key.id,
        number: versions,
        file_id: file.id,
        note,
        created_by: JSON.stringify(by),
      })
      .execute()
    await db
      .updateTable('files')
      .where(ofKey({ companyId: key.companyId, id: file.id }))
      .set({ guarded: true, published: false })
      .execute()
    await this.nameFiles(db, key, name)
    return versions
  },

  /** Names the stored files of all versions, as downloads are named: each keeps its ending. */
  nameFiles: (db: Db, { companyId, id }: Key, name: string) =>
    db
      .updateTable('files')
      .where('company_id', '=', companyId)
      .where(
        sql<boolean>`id in (select file_id from document_versions where company_id = ${companyId} and document_id = ${id})`,
      )
      .set({
        name: sql<string>`regexp_replace(${name}, '(.)\\.[^.]*$', '\\1') || coalesce(substring(name from '.(\\.[^.]*)$'), '')`,
      })
      .execute(),

  rename: (db: Db, key: Key, name: string, by: Person) =>
    db
      .updateTable('documents')
      .where(ofKey(key))
      .set({ name, ...updateStamps(by) })
      .execute(),

  move: (db: Db, key: Key, folderId: string | null, by: Person) =>
    db
      .updateTable('documents')
      .where(ofKey(key))
      .set({ parent_id: folderId, ...updateStamps(by) })
      .execute(),

  /** Levels of folders from this one down, itself included. */
  async measureHeight(db: Db, { companyId, id }: Key): Promise<number> {
    const { rows } = await sql<{ height: number }>`
      with recursive below as (
        select ${id}::uuid as id, 1 as step
        union all
        select documents.id, step + 1 from below join documents
          on documents.company_id = ${companyId} and documents.parent_id = below.id and documents.kind = 'folder'
      ) select max(step) as height from below`.execute(db)
    return rows[0]?.height ?? 1
  },
}
