import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import type { ImportedRows, StoredRow } from '../../../kernel/sheets/imported-rows.ts'

const entries = (db: Db) =>
  db
    .selectFrom('dict_entries')
    .where('removed', '=', false)
    .select(['id', 'version', 'name', 'group_code as group', 'code', 'value', 'parent', 'sort', 'color', 'tags'])
    .select(['status', 'starts_at as startTime', 'ends_at as endTime', 'description as desc'])
type Entry = Awaited<ReturnType<ReturnType<typeof entries>['execute']>>[number]
const stored = ({ id, version, ...body }: Entry): StoredRow => ({
  id: String(id),
  version: Number(version),
  name: String(body.name),
  body,
})

/** Items as they apply in the acting company. Not locked: the endpoints lock the layer of an item first. */
export const importedDictionaryItems: ImportedRows = {
  async find({ db }, _key, values) {
    const groups = values.map(({ group }) => String(group))
    const codes = values.map(({ code }) => String(code))
    const asked = sql<boolean>`(group_code, code) in (select * from unnest(${groups}::text[], ${codes}::text[]))`
    return (await entries(db).where(asked).execute()).map(stored)
  },
  byIds: async ({ db }, ids) => (await entries(db).where(sql<boolean>`id = any(${ids}::uuid[])`).execute()).map(stored),
}
