import type { TagRow } from '@atrium/contract/features/content/tags/tags.contract.ts'
import { maxDepth, type Tag } from '@atrium/contract/kernel/listing.ts'
import type { Subject } from '@atrium/contract/kernel/subject.ts'
import { sql } from 'kysely'
import { byName } from '../../../kernel/db/by-name.ts'
import { crudRepository, type Person, stampColumns } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { newId } from '../../../kernel/ids.ts'

/** A tag of a company. */
type TagKey = { companyId: string; tagId: string }
type Row = Subject & { companyId: string }
type StoredTag = Omit<TagRow, 'uses' | 'more'>
const columns = { id: 'id', name: 'name', ...stampColumns } as const
const words = crudRepository<'tags', typeof columns, StoredTag>({
  table: 'tags',
  columns,
  searchIn: ['name'],
  orderBy: 'name',
})

/** Tags of a company, and the rows that have them. */
export const tagsRepository = {
  ...words,

  /** How many rows have each tag, counted up to `maxDepth`. */
  async uses(db: Db, companyId: string, ids: readonly string[]): Promise<Map<string, Pick<TagRow, 'uses' | 'more'>>> {
    const { rows } = await sql<{ id: string; count: number }>`
      select id, (select count(*) from (select from tagged_rows
        where company_id = ${companyId} and tag_id = asked.id limit ${maxDepth + 1}) counted) as count
      from unnest(${ids}::uuid[]) asked (id)`.execute(db)
    return new Map(rows.map(({ id, count }) => [id, { uses: Math.min(count, maxDepth), more: count > maxDepth }]))
  },

  hasAny: async (db: Db, companyId: string): Promise<boolean> =>
    (await db.selectFrom('tags').where('company_id', '=', companyId).select('id').limit(1).execute()).length > 0,
  count: async (db: Db, companyId: string): Promise<number> =>
    (
      await db
        .selectFrom('tags')
        .where('company_id', '=', companyId)
        .select(sql<number>`count(*)`.as('count'))
        .executeTakeFirstOrThrow()
    ).count,
  findByName: (db: Db, companyId: string, name: string): Promise<Tag | undefined> =>
    db
      .selectFrom('tags')
      .where('company_id', '=', companyId)
      .where(sql<boolean>`lower(name) = lower(${name})`)
      .select(['id', 'name'])
      .executeTakeFirst(),
  findTag: (db: Db, { companyId, tagId }: TagKey): Promise<Tag | undefined> =>
    db
      .selectFrom('tags')
      .where('company_id', '=', companyId)
      .where('id', '=', tagId)
      .select(['id', 'name'])
      .executeTakeFirst(),
  /** Adds a tag, unless another transaction has added it just now: then it waits for it, and adds nothing. */
  addWord: (db: Db, companyId: string, name: string, by: Person) => {
    const person = JSON.stringify(by)
    return db
      .insertInto('tags')
      .values({ company_id: companyId, id: newId(), name, created_by: person, updated_by: person })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  },

  /** The tags of rows, by name, by the row. */
  async ofRows(db: Db, companyId: string, rowIds: readonly string[]): Promise<Map<string, Tag[]>> {
    const rows = await db
      .selectFrom('tagged_rows')
      .innerJoin('tags', (join) =>
        join.onRef('tags.company_id', '=', 'tagged_rows.company_id').onRef('tags.id', '=', 'tagged_rows.tag_id'),
      )
      .where('tagged_rows.company_id', '=', companyId)
      .where(sql<boolean>`row_id = any(${rowIds}::uuid[])`)
      .select(['row_id as rowId', 'tags.id', 'tags.name'])
      .orderBy(byName('tags.name'))
      .orderBy('tags.id')
      .execute()
    const byRow = Map.groupBy(rows, ({ rowId }) => rowId)
    return new Map([...byRow].map(([rowId, tags]) => [rowId, tags.map(({ id, name }) => ({ id, name }))]))
  },
  /** Makes other changes of the row's tags wait until the transaction ends. */
  lockRow: (db: Db, { companyId, id }: Row) =>
    sql`select pg_advisory_xact_lock(hashtextextended('tags', hashtextextended(${companyId}::text || ${id}, 0)))`.execute(
      db,
    ),
  attach: (db: Db, { companyId, entity, id }: Row, tagId: string) =>
    db
      .insertInto('tagged_rows')
      .values({ company_id: companyId, row_id: id, tag_id: tagId, entity })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  detach: (db: Db, { companyId, id }: Row, tagId: string) =>
    db
      .deleteFrom('tagged_rows')
      .where('company_id', '=', companyId)
      .where('row_id', '=', id)
      .where('tag_id', '=', tagId)
      .execute(),

  /**
   * Takes a tag off some of the rows that have it, and puts another one on them.
   * @returns how many there were
   */
  async moveSome(db: Db, { companyId, tagId }: TagKey, into: string | null, most: number): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      with moved as (
        delete from tagged_rows where company_id = ${companyId} and tag_id = ${tagId} and row_id in (
          select row_id from tagged_rows where company_id = ${companyId} and tag_id = ${tagId} order by row_id limit ${most})
        returning row_id, entity
      ), added as (
        insert into tagged_rows (company_id, row_id, tag_id, entity)
        select ${companyId}, row_id, ${into}::uuid, entity from moved where ${into}::uuid is not null
        on conflict do nothing
      )
      select count(*) as count from moved`.execute(db)
    return rows[0]?.count ?? 0
  },
}
