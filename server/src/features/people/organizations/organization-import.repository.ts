import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import type { ImportedRows, ResolveReferences, StoredRow } from '../../../kernel/sheets/imported-rows.ts'

const rows = (db: Db, companyId: string) =>
  db
    .selectFrom('orgs')
    .where('orgs.company_id', '=', companyId)
    .select(['orgs.id', 'orgs.version', 'orgs.name', 'orgs.code', 'orgs.kind', 'orgs.phone', 'orgs.email'])
    .select(['orgs.status', 'orgs.parent_id as parent'])
    .forUpdate()
type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]
const stored = ({ id, version, ...body }: Row): StoredRow => ({ id, version, name: body.name, body })

/** Organisations with these parents and names, in pairs; null is the root. */
const isAmong = (pairs: readonly { parent: string | null; name: string }[]) =>
  sql<boolean>`exists (
    select from unnest(${pairs.map(({ parent }) => parent)}::uuid[], ${pairs.map(({ name }) => name)}::text[])
      as asked (parent_id, name)
    where coalesce(asked.parent_id, orgs.company_id) = coalesce(orgs.parent_id, orgs.company_id)
      and asked.name = orgs.name)`

/** Organisations as imports see them: found by code, or by their place and name. */
export const importedOrganizations: ImportedRows = {
  async find({ db, actor: { companyId } }, key, values) {
    const found = rows(db, companyId)
    if (!key.includes('parent')) {
      const codes = values.map(({ code }) => String(code))
      return (await found.where(sql<boolean>`orgs.code = any(${codes}::text[])`).execute()).map(stored)
    }
    const pairs = values.map(({ parent, name }) => ({ parent: (parent as string) ?? null, name: String(name) }))
    const names = pairs.map(({ name }) => name)
    const named = found.where(sql<boolean>`lower(orgs.name) = any(select lower(unnest(${names}::text[])))`)
    return (await named.where(isAmong(pairs)).execute()).map(stored)
  },
  byIds: async ({ db, actor: { companyId } }, ids) =>
    (await rows(db, companyId).where(sql<boolean>`orgs.id = any(${ids}::uuid[])`).execute()).map(stored),
}

/** The names in a path as people write it: 总公司 / 财务部. */
const namesIn = (path: string) => path.split(/[/／]/).map((name) => name.trim())
const step = (parent: string | null, name: string) => `${parent ?? ''}/${name}`

/** Ids of organisations by their paths, one statement for each level of them. */
export const resolveOrganizations: ResolveReferences = async ({ db, actor: { companyId } }, _by, texts) => {
  const known = new Map<string, string>()
  const paths = texts.map((text) => ({ text, names: namesIn(text) }))
  const idAt = (names: readonly string[]) => {
    let id: string | null = null
    for (const name of names) {
      const next: string | undefined = known.get(step(id, name))
      if (next === undefined) return undefined
      id = next
    }
    return id
  }
  const deepest = Math.max(0, ...paths.map(({ names }) => names.length))
  for (let depth = 0; depth < deepest; depth += 1) {
    const asked = new Map<string, { parent: string | null; name: string }>()
    for (const { names } of paths) {
      const name = names[depth]
      const parent = idAt(names.slice(0, depth))
      if (name !== undefined && parent !== undefined) asked.set(step(parent, name), { parent, name })
    }
    if (asked.size === 0) break
    const pairs = [...asked.values()]
    const found = await db
      .selectFrom('orgs')
      .where('orgs.company_id', '=', companyId)
      .where(sql<boolean>`orgs.name = any(${pairs.map(({ name }) => name)}::text[])`)
      .where(isAmong(pairs))
      .select(['orgs.id', 'orgs.parent_id', 'orgs.name'])
      .execute()
    for (const { id, parent_id, name } of found) known.set(step(parent_id, name), id)
  }
  const ids = new Map<string, string>()
  for (const { text, names } of paths) {
    const id = idAt(names)
    if (id) ids.set(text, id)
  }
  return ids
}
