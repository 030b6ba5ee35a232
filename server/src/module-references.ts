import { type NamedKind, type Viewer, visibleNames } from './features/access/row-scopes/index.ts'
import type { Db } from './kernel/db/database.ts'
import type { ImportedRows, StoredRow } from './kernel/sheets/imported-rows.ts'

type Found = { id: string; name: string }
/** A row with names in place of the ids in these fields. */
type Shown<Row, F> = { [N in keyof Row]: N extends keyof F ? Found | null : Row[N] }
type Reader = { db: Db; actor: Viewer }

/**
 * Fields of a module's rows that hold ids of users and organisations. Readers see the names within their row scope.
 *
 * @param kinds - what each field names
 */
export const createReferences = <const F extends Readonly<Record<string, NamedKind>>>(kinds: F) => {
  type Ids = { readonly [N in keyof F]: string | null }
  const fields = Object.entries(kinds) as [keyof F & string, NamedKind][]

  /**
   * For a viewer, a function that puts names in place of ids, and null for those beyond their row scope: a statement a
   * field, whatever the number of rows.
   */
  const showTo = (viewer: Viewer) => {
    const readers = fields.map(([field, kind]) => [field, visibleNames[kind](viewer)] as const)
    return async <Row extends Ids>(db: Db, rows: readonly Row[]): Promise<Shown<Row, F>[]> => {
      const shown: Record<string, unknown>[] = rows.map((row) => ({ ...row }))
      for (const [field, read] of readers) {
        const ids = [...new Set(rows.flatMap((row) => row[field] ?? []))]
        const { rows: found } = await read(ids).execute(db)
        const byId = new Map(found.map((each) => [each.id, each]))
        for (const row of shown) row[field] = byId.get(String(row[field])) ?? null
      }
      return shown as Shown<Row, F>[]
    }
  }

  const withShown = async ({ db, actor }: Reader, rows: readonly StoredRow[]): Promise<StoredRow[]> => {
    const shown = await showTo(actor)(
      db,
      rows.map(({ body }) => body as Ids),
    )
    return rows.map((row, at) => {
      const named = fields.map(([field]): [string, Found | null] => [field, shown[at]?.[field] as Found | null])
      return {
        ...row,
        body: { ...row.body, ...Object.fromEntries(named.map(([field, found]) => [field, found?.id ?? null])) },
        texts: { ...row.texts, ...Object.fromEntries(named.map(([field, found]) => [field, found?.name ?? ''])) },
      }
    })
  }

  return {
    showTo,
    /** Rows as imports see them: what the caller sees of these fields, by name and by id. */
    importedRows: (rows: ImportedRows): ImportedRows => ({
      find: async (reader, key, values) => withShown(reader, await rows.find(reader, key, values)),
      byIds: async (reader, ids) => withShown(reader, await rows.byIds(reader, ids)),
    }),
    /** What a caller writes. They clear only what they see: for a name beyond their row scope, forms send null. */
    async keepUnseen<Body extends Ids>({ db, actor }: Reader, before: Ids | undefined, body: Body): Promise<Body> {
      if (before === undefined) return body
      const [seen] = await showTo(actor)(db, [before])
      const unseen = fields.filter(([field]) => body[field] === null && seen?.[field] === null)
      return { ...body, ...Object.fromEntries(unseen.map(([field]) => [field, before[field]])) }
    },
  }
}
