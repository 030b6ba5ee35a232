import { sql } from 'kysely'
import { byName } from '../../../kernel/db/by-name.ts'
import type { ResolveReferences } from '../../../kernel/sheets/imported-rows.ts'
import type { ReadSheetOptions } from '../../../kernel/sheets/sheet-options.ts'

/** Ids of posts by their names or codes. */
export const resolvePosts: ResolveReferences = async ({ db, actor: { companyId } }, by, texts) => {
  const column = by === 'code' ? ('code' as const) : ('name' as const)
  const rows = await db
    .selectFrom('posts')
    .where('company_id', '=', companyId)
    .where(sql<boolean>`${sql.ref(column)} = any(${texts}::text[])`)
    .select(['id', `${column} as text`])
    .execute()
  return new Map(rows.map(({ id, text }) => [text, id]))
}

/** Names of posts for drop-downs. */
export const postSheetOptions: ReadSheetOptions = (database, { companyId }, limit) =>
  database.read({ reach: 'company', companyId }, async (db) => {
    const rows = await db
      .selectFrom('posts')
      .select('name')
      .orderBy('level')
      .orderBy(byName('name'))
      .limit(limit)
      .execute()
    return rows.map(({ name }) => name)
  })
