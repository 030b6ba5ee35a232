import type { AreaRow, AreasFilter, EndedAreaRow } from '@atrium/contract/features/system/areas/areas.contract.ts'
import type { ListQuery } from '@atrium/contract/kernel/listing.ts'
import type { Ticked } from '@atrium/contract/kernel/sheet.ts'
import { sql } from 'kysely'
import { countUpTo } from '../../../kernel/db/capped-total.ts'
import { likePattern } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { fetchPage } from '../../../kernel/db/fetch-page.ts'

export type StoredArea = { code: string; name: string; pinyin: string; until: string | null; successor: string | null }
export type SearchedArea = { code: string; name: string; pinyin: string; initials: string }

type Exported = AreasFilter & Ticked
/** Areas in force or ended, by a part of their name or code. They have no ids to tick. */
const exported = (db: Db, { search, ids, 'f.ended': ended }: Exported) => {
  let found = db.selectFrom('areas').where('valid_until', ended ? 'is not' : 'is', null)
  if (ids) found = found.where(sql<boolean>`false`)
  if (search === '') return found
  const like = likePattern(search)
  return found.where((eb) => eb.or([eb('name', 'ilike', like), eb('code', 'ilike', like)]))
}

export const areasRepository = {
  /** Areas in force below another; those below an area that it succeeded count as its own. */
  children: async (db: Db, parent: string): Promise<Omit<AreaRow, 'fullName'>[]> => {
    const { rows } = await sql<Omit<AreaRow, 'fullName'>>`
      select code, name, parent, level, pinyin,
        level = 4 or (
          not exists (select from areas below where below.valid_until is null and below.parent = areas.code)
          and not exists (select from areas former
            join areas below on below.parent = former.code and below.valid_until is null
            where former.successor = areas.code and former.level = areas.level and former.valid_until is not null)) as leaf
      from areas
      where valid_until is null and parent = any(array(
        select ${parent}::text union all
        select former.code from areas former
        where former.successor = ${parent} and former.valid_until is not null and ${parent} <> ''))
      order by code`.execute(db)
    return rows
  },
  find: (db: Db, codes: readonly string[]): Promise<StoredArea[]> =>
    db
      .selectFrom('areas')
      .where(sql<boolean>`code = any(${codes})`)
      .select(['code', 'name', 'pinyin', 'successor', sql<string | null>`valid_until::text`.as('until')])
      .execute(),
  /** All areas in force, larger ones first. */
  searched: (db: Db): Promise<SearchedArea[]> =>
    db
      .selectFrom('areas')
      .where('valid_until', 'is', null)
      .select(['code', 'name', 'pinyin', 'initials'])
      .orderBy('level')
      .orderBy('code')
      .execute(),
  edition: async (db: Db): Promise<string> =>
    (await db.selectFrom('area_editions').select('sha256').orderBy('loaded_at', 'desc').limit(1).executeTakeFirst())
      ?.sha256 ?? '',

  countExported: (db: Db, filter: Exported, most: number) => countUpTo(db, exported(db, filter), most),
  /** Areas after a code, in the order of codes. */
  exportedAfter: (db: Db, filter: Exported, after: string, size: number) =>
    exported(db, filter)
      .where('code', '>', after)
      .orderBy('code')
      .limit(size)
      .select([
        'code',
        'name',
        'level',
        'parent',
        'pinyin',
        'successor',
        sql<string | null>`valid_until::text`.as('until'),
      ])
      .execute(),

  ended(db: Db, query: ListQuery) {
    const found = exported(db, { search: query.search, 'f.ended': '1' })
    const rows = db
      .selectFrom('areas')
      .leftJoin('areas as today', 'today.code', 'areas.successor')
      .where('areas.code', 'in', found.select('code'))
      .select(['areas.code as id', 'areas.code', 'areas.name', 'areas.document'])
      .select([
        sql<string>`areas.valid_until::text`.as('until'),
        sql<string>`coalesce(areas.successor, '')`.as('successor'),
        sql<string>`coalesce(today.name, '')`.as('successorName'),
      ])
      .orderBy('areas.valid_until', 'desc')
      .orderBy('areas.code')
      .$castTo<EndedAreaRow>()
    return fetchPage(db, query, rows, found)
  },
}
