import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import type { ImportedRows, ResolveReferences, StoredRow } from '../../../kernel/sheets/imported-rows.ts'

const selectRoles = (db: Db, companyId: string) =>
  db
    .selectFrom('roles')
    .leftJoin('roles as above', (join) =>
      join.onRef('above.company_id', '=', 'roles.company_id').onRef('above.id', '=', 'roles.parent_id'),
    )
    .where('roles.company_id', '=', companyId)
    .select(['roles.id', 'roles.version', 'roles.name', 'roles.code', 'roles.type', 'roles.parent_id as parent'])
    .select(['roles.sort', 'roles.description as desc', 'roles.workbench', 'above.name as parentName'])
    .forUpdate('roles')
type Row = Awaited<ReturnType<ReturnType<typeof selectRoles>['execute']>>[number]
const stored = ({ id, version, parentName, ...body }: Row): StoredRow => ({
  id,
  version,
  name: body.name,
  body,
  texts: { parentName: parentName ?? '' },
})

/** Roles as imports see them: found by code or by name. */
export const importedRoles: ImportedRows = {
  async find({ db, actor: { companyId } }, [field], values) {
    const texts = values.map((value) => String(value[field ?? 'code']))
    const column = sql.ref(field === 'name' ? 'roles.name' : 'roles.code')
    const found = selectRoles(db, companyId).where(sql<boolean>`${column} = any(${texts}::text[])`)
    return (await found.execute()).map(stored)
  },
  byIds: async ({ db, actor: { companyId } }, ids) =>
    (await selectRoles(db, companyId).where(sql<boolean>`roles.id = any(${ids}::uuid[])`).execute()).map(stored),
}

/** Ids of roles by their names. */
export const resolveRoles: ResolveReferences = async ({ db, actor: { companyId } }, by, texts) => {
  const column = by === 'code' ? ('code' as const) : ('name' as const)
  const rows = await db
    .selectFrom('roles')
    .where('company_id', '=', companyId)
    .where(sql<boolean>`${sql.ref(column)} = any(${texts}::text[])`)
    .select(['id', `${column} as text`])
    .execute()
  return new Map(rows.map(({ id, text }) => [text, id]))
}
