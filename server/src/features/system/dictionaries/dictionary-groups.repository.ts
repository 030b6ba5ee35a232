import type {
  DictionaryGroupRow,
  DictionaryGroupUpdate,
  DictionaryGroupWrite,
} from '@atrium/contract/features/system/dictionaries/dictionaries.contract.ts'
import type { ListQuery } from '@atrium/contract/kernel/listing.ts'
import { sql } from 'kysely'
import { nameHolds, sortColumn } from '../../../kernel/db/by-name.ts'
import { likePattern, type Person, updateStamps } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { fetchPage, parseSort } from '../../../kernel/db/fetch-page.ts'
import { newId } from '../../../kernel/ids.ts'

const sortColumns = { code: 'code', name: 'name', sort: 'sort' } as const
const current = (db: Db) => db.selectFrom('dict_groups').where('removed_at', 'is', null)
const countItems = (condition: string) =>
  sql<number>`(select count(*) from dict_entries
    where dict_entries.group_id = dict_groups.id and not dict_entries.removed and ${sql.raw(condition)})`
const selectGroups = (db: Db) =>
  current(db)
    .select([
      'id',
      'code',
      'name',
      'sort',
      'description as desc',
      'builtin',
      'closed',
      countItems('true').as('items'),
      countItems('dict_entries.company_id is not null').as('layered'),
      'created_at as createTime',
      'created_by as createBy',
      'updated_at as updateTime',
      'updated_by as updateBy',
      'version',
    ])
    .$castTo<DictionaryGroupRow>()

export const dictionaryGroupsRepository = {
  list(db: Db, query: ListQuery) {
    const like = likePattern(query.search)
    let found = current(db)
    if (query.search) found = found.where((eb) => eb.or([nameHolds('name', query.search), eb('code', 'ilike', like)]))
    let page = selectGroups(db).where('id', 'in', found.select('id'))
    for (const { column, direction } of parseSort(query.sort || 'sort', sortColumns))
      page = page.orderBy(sortColumn(column), direction)
    return fetchPage(db, query, page.orderBy('code'), found)
  },
  find: (db: Db, id: string): Promise<DictionaryGroupRow | undefined> =>
    selectGroups(db).where('id', '=', id).executeTakeFirst(),
  findByCode: (db: Db, code: string) =>
    current(db).where('code', '=', code).select(['id', 'code', 'name', 'closed']).executeTakeFirst(),
  /**
   * Locks a group against changes until the transaction ends.
   * @returns whether it exists
   */
  lock: async (db: Db, id: string): Promise<boolean> =>
    (await current(db).where('id', '=', id).select('id').forUpdate().executeTakeFirst()) !== undefined,

  /** Returns the id; undefined if the code is taken. A removed group returns with the items that were removed with it. */
  async insert(db: Db, { desc, ...group }: DictionaryGroupWrite, by: Person): Promise<string | undefined> {
    const person = JSON.stringify(by)
    const columns = { name: group.name, sort: group.sort, description: desc, updated_by: person }
    const inserted = await db
      .insertInto('dict_groups')
      .values({ id: newId(), code: group.code, ...columns, created_by: person })
      .onConflict((taken) =>
        taken
          .column('code')
          .doUpdateSet({
            ...columns,
            updated_at: sql<string>`now()`,
            removed_at: null,
            version: sql<number>`dict_groups.version + 1`,
          })
          .where('dict_groups.removed_at', 'is not', null),
      )
      .returning('id')
      .executeTakeFirst()
    return inserted?.id
  },
  update: (db: Db, id: string, { name, sort, desc }: Omit<DictionaryGroupUpdate, 'version'>, by: Person) =>
    db
      .updateTable('dict_groups')
      .set({ name, sort, description: desc, ...updateStamps(by) })
      .where('id', '=', id)
      .execute(),
  remove: (db: Db, id: string, by: Person) =>
    db
      .updateTable('dict_groups')
      .set({ removed_at: sql<string>`now()`, ...updateStamps(by) })
      .where('id', '=', id)
      .execute(),

  /** Codes of a group's items, those of all companies with platform reach. */
  codes: async (db: Db, groupId: string): Promise<string[]> => {
    const { rows } = await sql<{ code: string }>`
      select code from dict_items where group_id = ${groupId} and removed_at is null
      union select code from dict_layers where group_id = ${groupId} and removed_at is null`.execute(db)
    return rows.map(({ code }) => code)
  },
}
