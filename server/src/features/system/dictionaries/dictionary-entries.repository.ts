import type {
  DictionaryItemRow,
  dictionariesContract,
} from '@atrium/contract/features/system/dictionaries/dictionaries.contract.ts'
import type { DictionaryOption } from '@atrium/contract/features/system/dictionaries/dictionary-query.contract.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import type { Ticked } from '@atrium/contract/kernel/sheet.ts'
import { sql } from 'kysely'
import { nameHolds, sortColumn } from '../../../kernel/db/by-name.ts'
import { countUpTo } from '../../../kernel/db/capped-total.ts'
import { likePattern } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { fetchPage, parseSort } from '../../../kernel/db/fetch-page.ts'

export type ItemsQuery = InputOf<typeof dictionariesContract.list>['query']
type StoredOption = Omit<DictionaryOption, 'retired'> & { group: string; retired: boolean }

/** Not to be chosen: removed, disabled, not yet valid, or no longer. */
const retired = sql<boolean>`(removed or status = 0 or starts_at > now() or ends_at <= now()) is true`
const sortColumns = { code: 'code', name: 'name', sort: 'sort', createTime: 'created_at' } as const

const selectEntries = (db: Db) =>
  db
    .selectFrom('dict_entries')
    .where('removed', '=', false)
    .select([
      'id',
      'group_code as group',
      'group_name as groupName',
      'closed',
      'code',
      'name',
      'value',
      'parent',
      'sort',
      'color',
      'tags',
      'status',
      'builtin',
      'starts_at as startTime',
      'ends_at as endTime',
      'description as desc',
      retired.as('retired'),
      'company_id as companyId',
      'own',
      sql<DictionaryItemRow['platform']>`case when company_id is not null and not own then json_build_object(
        'name', platform_name, 'color', platform_color, 'sort', platform_sort, 'status', platform_status) end`.as(
        'platform',
      ),
      'layer_version as layerVersion',
      'created_at as createTime',
      'created_by as createBy',
      'updated_at as updateTime',
      'updated_by as updateBy',
      'version',
    ])
    .$castTo<DictionaryItemRow>()

type ItemsFilter = Omit<ItemsQuery, 'page' | 'size' | 'sort'> & Ticked
const filterEntries = (db: Db, { search, ids, ...query }: ItemsFilter) => {
  let rows = db.selectFrom('dict_entries').where('removed', '=', false)
  if (ids) rows = rows.where(sql<boolean>`id = any(${ids}::uuid[])`)
  const like = likePattern(search)
  if (search) rows = rows.where((eb) => eb.or([nameHolds('name', search), eb('code', 'ilike', like)]))
  if (query['f.group'] !== undefined) rows = rows.where('group_code', '=', query['f.group'])
  if (query['f.status'] !== undefined) rows = rows.where('status', '=', Number(query['f.status']))
  return query['f.layered'] === undefined ? rows : rows.where('company_id', 'is not', null)
}

/** Levels of a tree of items. */
export const maxLevels = 20

/** Items as they apply in the acting company; with platform reach, those of the platform. */
export const dictionaryEntriesRepository = {
  list(db: Db, query: ItemsQuery) {
    const found = filterEntries(db, query)
    let page = selectEntries(db).where('id', 'in', found.select('id'))
    // Of all groups, in their order: sort numbers count within one.
    if (query['f.group'] === undefined && !query.sort)
      page = page
        .orderBy(sql`(select dict_groups.sort from dict_groups where dict_groups.id = dict_entries.group_id)`)
        .orderBy('group_code')
    for (const { column, direction } of parseSort(query.sort || 'sort', sortColumns))
      page = page.orderBy(sortColumn(column), direction)
    return fetchPage(db, query, page.orderBy('code').orderBy('id'), found)
  },
  count: (db: Db, query: ItemsFilter, limit: number) => countUpTo(db, filterEntries(db, query), limit),
  /** Items behind one, by group and code. */
  batch(db: Db, query: ItemsFilter, after: DictionaryItemRow | undefined, size: number) {
    const rows = selectEntries(db).where('id', 'in', filterEntries(db, query).select('id'))
    const remaining = after ? rows.where(sql<boolean>`(group_code, code) > (${after.group}, ${after.code})`) : rows
    return remaining.orderBy('group_code').orderBy('code').limit(size).execute()
  },
  find: (db: Db, id: string): Promise<DictionaryItemRow | undefined> =>
    selectEntries(db).where('id', '=', id).executeTakeFirst(),

  /** All items of groups, removed ones too: rows may still hold them. */
  async options(db: Db, groups: readonly string[]): Promise<Map<string, DictionaryOption[]>> {
    const rows = await db
      .selectFrom('dict_entries')
      .where(sql<boolean>`group_code = any(${groups})`)
      .select(['group_code as group', 'code', 'name', 'value', 'parent', 'color', 'tags', retired.as('retired')])
      .orderBy('sort')
      .orderBy('code')
      .$castTo<StoredOption>()
      .execute()
    const options = new Map<string, DictionaryOption[]>(groups.map((group) => [group, []]))
    for (const { group, retired: isRetired, ...option } of rows)
      options.get(group)?.push(isRetired ? { ...option, retired: true } : option)
    return options
  },

  isActive: async (db: Db, group: string, code: string): Promise<boolean> =>
    (await db
      .selectFrom('dict_entries')
      .where('group_code', '=', group)
      .where('code', '=', code)
      .where(sql<boolean>`not ${retired}`)
      .select('id')
      .executeTakeFirst()) !== undefined,
  findGroupName: async (db: Db, group: string): Promise<string | undefined> =>
    (await db.selectFrom('dict_groups').where('code', '=', group).select('name').executeTakeFirst())?.name,

  /** Codes of the items above one, itself included, nearest first. */
  ancestors: async (db: Db, group: string, code: string): Promise<string[]> => {
    const { rows } = await sql<{ code: string }>`
      with recursive line as (
        select code, parent, 1 as level from dict_entries where group_code = ${group} and code = ${code} and not removed
        union all
        select above.code, above.parent, line.level + 1 from line
        join dict_entries above on above.group_code = ${group} and above.code = line.parent and not above.removed
        where line.level < ${maxLevels})
      select code from line order by level`.execute(db)
    return rows.map((row) => row.code)
  },
  hasChildren: async (db: Db, group: string, code: string): Promise<boolean> =>
    (await db
      .selectFrom('dict_entries')
      .where('group_code', '=', group)
      .where('parent', '=', code)
      .where('removed', '=', false)
      .select('id')
      .limit(1)
      .executeTakeFirst()) !== undefined,
  /** Whether a company has laid items below one. With platform reach, any company. */
  hasOwnChildren: async (db: Db, group: string, code: string): Promise<boolean> =>
    (await db
      .selectFrom('dict_layers')
      .innerJoin('dict_groups', 'dict_groups.id', 'dict_layers.group_id')
      .where('dict_groups.code', '=', group)
      .where('dict_layers.parent', '=', code)
      .where('dict_layers.removed_at', 'is', null)
      .select('dict_layers.id')
      .limit(1)
      .executeTakeFirst()) !== undefined,
}
