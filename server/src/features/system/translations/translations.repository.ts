import type { TextKind } from '@atrium/contract/features/system/translations/translations.contract.ts'
import { sql } from 'kysely'
import type { Person } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'

/** A name that administrators gave, or one of the product that the database holds. */
export type NamedText = { kind: TextKind; source: string }
export type WrittenText = {
  source: string
  text: string
  updateTime: string
  updateBy: Person
  version: number
}
export type OnlineLanguage = { tag: string; offered: boolean; version: number }
type NewText = { source: string; text: string }

/** Longer ones are no names, and could be no key. */
const maxSourceBytes = 2400
/** So many names are shown and counted. */
const maxNames = 20_000

/** What the acting company has named. */
const companyNames = sql`
  select 'dictionaries' as kind, name as source from dict_layers where removed_at is null and name is not null
  union select 'roles', name from roles
  union select 'excels', name from excels`
/** What the platform has named for all companies. */
const platformNames = sql`
  union select 'dictionaries', name from dict_groups where removed_at is null
  union select 'dictionaries', name from dict_items where removed_at is null
  union select 'menus', name from menus
  union select 'modules', name from modules
  union select 'elements', name from elements where name <> ''
  union select 'parameters', name from base_parameters
  union select 'plans', name from plans
  union select 'apis', name from apis where origin = 'custom'
  union select 'templates', name from message_templates`

export const translationsRepository = {
  names: async (db: Db, isPlatform: boolean): Promise<NamedText[]> => {
    const { rows } = await sql<NamedText>`
      select kind, source from (${companyNames} ${isPlatform ? platformNames : sql``}) as named
      where octet_length(source) between 1 and ${maxSourceBytes}
      order by kind, source limit ${maxNames}`.execute(db)
    return rows
  },
  written: (db: Db, companyId: string, language: string): Promise<WrittenText[]> =>
    db
      .selectFrom('translations')
      .where('company_id', '=', companyId)
      .where('language', '=', language)
      .select(['source', 'text', 'updated_at as updateTime', 'updated_by as updateBy', 'version'])
      .$castTo<WrittenText>()
      .execute(),
  ofSource: (db: Db, companyId: string, source: string) =>
    db
      .selectFrom('translations')
      .where('company_id', '=', companyId)
      .where('source', '=', source)
      .select(['language', 'text', 'version'])
      .execute(),
  countByLanguage: (db: Db, companyId: string) =>
    db
      .selectFrom('translations')
      .where('company_id', '=', companyId)
      .groupBy('language')
      .select(['language', (eb) => eb.fn.countAll<number>().as('count')])
      .execute(),
  count: async (db: Db, companyId: string): Promise<number> => {
    const { count } = await db
      .selectFrom('translations')
      .where('company_id', '=', companyId)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  },
  findForUpdate: (db: Db, companyId: string, language: string, source: string) =>
    db
      .selectFrom('translations')
      .where('company_id', '=', companyId)
      .where('language', '=', language)
      .where('source', '=', source)
      .select(['text', 'version'])
      .forUpdate()
      .executeTakeFirst(),
  /** Writes texts over those of the same sources. */
  async write(db: Db, companyId: string, language: string, texts: readonly NewText[], by: Person): Promise<void> {
    await sql`insert into translations (company_id, language, source, text, updated_by)
      select ${companyId}::uuid, ${language}, source, text, ${JSON.stringify(by)}::jsonb
      from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as new (source text, text text)
      on conflict (company_id, language, source) do update
        set text = excluded.text, updated_at = now(), updated_by = excluded.updated_by, version = translations.version + 1`.execute(
      db,
    )
  },
  async remove(db: Db, companyId: string, language: string, source: string): Promise<void> {
    await db
      .deleteFrom('translations')
      .where('company_id', '=', companyId)
      .where('language', '=', language)
      .where('source', '=', source)
      .execute()
  },
  /** Lets all nodes read a company's texts again. Changes of one company wait for each other. */
  async noteChange(db: Db, companyId: string): Promise<void> {
    await sql`insert into translation_changes (company_id) values (${companyId})
      on conflict (company_id) do update
        set changes = translation_changes.changes + 1, changed_at = clock_timestamp()`.execute(db)
  },

  languages: (db: Db): Promise<OnlineLanguage[]> =>
    db.selectFrom('languages').select(['tag', 'offered', 'version']).execute(),
  findLanguage: (db: Db, tag: string): Promise<OnlineLanguage | undefined> =>
    db
      .selectFrom('languages')
      .where('tag', '=', tag)
      .select(['tag', 'offered', 'version'])
      .forUpdate()
      .executeTakeFirst(),
  async setLanguage(db: Db, tag: string, offered: boolean, by: Person): Promise<void> {
    await sql`insert into languages (tag, offered, updated_by)
      values (${tag}, ${offered}, ${JSON.stringify(by)}::jsonb)
      on conflict (tag) do update
        set offered = excluded.offered, updated_at = now(), updated_by = excluded.updated_by, version = languages.version + 1`.execute(
      db,
    )
  },
}
