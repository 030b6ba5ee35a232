import type { Database } from '../db/database.ts'

export type StoredText = { language: string; source: string; text: string }
/** That a company's texts have changed: how often so far. */
export type Change = { company_id: string; changes: number }
export type OfferedLanguage = { tag: string; offered: boolean }

/** Changes of texts since a moment of the database, all without one; the languages that were added or hidden; and the present moment. */
export const readChanges = async (
  database: Database,
  since: string | null,
): Promise<{ changes: Change[]; languages: OfferedLanguage[]; now: string }> => {
  // Those that were not committed yet when it was last asked are asked for again.
  const { rows } = await database.quickStatement({
    name: 'text_changes',
    text: `select clock_timestamp()::text as now,
      (select coalesce(json_agg(json_build_object('company_id', company_id, 'changes', changes)), '[]') from translation_changes
        where changed_at >= coalesce($1::timestamptz - interval '30 seconds', '-infinity')) as changes,
      (select coalesce(json_agg(json_build_object('tag', tag, 'offered', offered) order by tag), '[]') from languages) as languages`,
    values: [since],
  })
  return rows[0]
}

/** All texts of a company. */
export const readTexts = async (database: Database, companyId: string): Promise<StoredText[]> => {
  const { rows } = await database.quickStatement({
    name: 'texts_of_company',
    text: 'select language, source, text from translations where company_id = $1 order by language, source',
    values: [companyId],
  })
  return rows
}
