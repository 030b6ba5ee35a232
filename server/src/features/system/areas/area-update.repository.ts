import type { AreaChanges } from '@atrium/contract/features/system/areas/areas.contract.ts'
import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import type { AreaFileRow } from './areas-file.ts'

const maxShown = 20

const recordset = (rows: readonly AreaFileRow[]) => sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
  as new(code text, name text, pinyin text, initials text, level smallint, parent text,
    valid_from date, valid_until date, successor text, document text)`

/** The rows that are not stored, or otherwise. */
const differing = (rows: readonly AreaFileRow[]) => sql`${recordset(rows)}
  left join areas on areas.code = new.code collate "C"
  where areas.code is null
    or (areas.name, areas.pinyin, areas.valid_from, areas.valid_until, areas.successor, areas.document)
      is distinct from (new.name, new.pinyin, new.valid_from, new.valid_until, new.successor, new.document)`

type Change = AreaChanges['first'][number] & { count: number }

export const areaUpdateRepository = {
  isLoaded: async (db: Db, sha256: string): Promise<boolean> =>
    (await db.selectFrom('area_editions').where('sha256', '=', sha256).select('sha256').executeTakeFirst()) !==
    undefined,
  /** Number of stored codes that the rows lack. */
  async countLost(db: Db, rows: readonly AreaFileRow[]): Promise<number> {
    const { rows: found } = await sql<{ lost: number }>`select count(*)::int as lost from areas
      where not exists (select from unnest(${rows.map(({ code }) => code)}::text[]) as kept (code)
        where kept.code collate "C" = areas.code)`.execute(db)
    return found[0]?.lost ?? 0
  },
  /** What the rows change: the first changes of each kind, each with the number of its kind. */
  async changes(db: Db, rows: readonly AreaFileRow[]): Promise<Change[]> {
    const { rows: found } = await sql<Change>`
      with changes as (
        select new.code, new.name, coalesce(areas.name, '') as before,
          case
            when areas.code is null then 'added'
            when areas.valid_until is null and new.valid_until is not null then 'ended'
            when areas.name <> new.name then 'renamed'
            else 'changed'
          end as kind
        from ${differing(rows)}),
      numbered as (
        select *, count(*) over (partition by kind)::int as count,
          row_number() over (partition by kind order by length(code), code collate "C") as at
        from changes)
      select kind, code, name, before, count from numbered where at <= ${maxShown} order by kind, at`.execute(db)
    return found
  },
  /** Stores the rows that differ, and the edition. */
  async apply(db: Db, sha256: string, rows: readonly AreaFileRow[]): Promise<void> {
    await sql`
      insert into areas (code, name, pinyin, initials, level, parent, valid_from, valid_until, successor, document)
      select new.* from ${differing(rows)}
      on conflict (code) do update set name = excluded.name, pinyin = excluded.pinyin, initials = excluded.initials,
        valid_from = excluded.valid_from, valid_until = excluded.valid_until, successor = excluded.successor,
        document = excluded.document`.execute(db)
    await db.insertInto('area_editions').values({ sha256 }).execute()
  },
}
