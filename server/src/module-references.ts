import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import type { ListQuery } from '@atrium/contract/kernel/listing.ts'
import { type NamedKind, type Viewer, visibleNames } from './features/access/row-scopes/index.ts'
import { orNotFound } from './kernel/db/crud-handlers.ts'
import type { Db } from './kernel/db/database.ts'
import type { NamedRows } from './kernel/db/named-rows.ts'
import { type RequestScope, refusalAt } from './kernel/scope.ts'
import type { ImportedRows, StoredRow } from './kernel/sheets/imported-rows.ts'

type Found = { id: string; name: string }
/** A row with names in place of the ids in these fields. */
type Shown<Row, F> = { [N in keyof Row]: N extends keyof F ? Found | null : Row[N] }
type Reader = { db: Db; actor: Viewer }

/** The handlers of `crudHandlers` that read and change rows. */
type Crud<Row, Query, Body, Created> = {
  create(scope: RequestScope, body: Created): Promise<{ id: string }>
  list(scope: RequestScope, query: Query): Promise<{ data: Row[]; total: number; more?: boolean }>
  get(scope: RequestScope, id: string): Promise<Row>
  update(scope: RequestScope, id: string, body: Body): Promise<null>
}
type Repository<Row> = { findForUpdate(db: Db, id: string): Promise<Row | undefined> }
type Batches<Row, Query> = {
  count(db: Db, query: Query, limit: number): Promise<number>
  batch(db: Db, query: Query, afterId: string | undefined, size: number): Promise<Row[]>
}

/**
 * Fields of a module's rows that hold ids: of users and organisations, whose names readers see within their row scope, or
 * of other rows of the module.
 *
 * @param kinds - what each field names
 */
export const createReferences = <const F extends Readonly<Record<string, NamedKind | NamedRows>>>(kinds: F) => {
  type Ids = { readonly [N in keyof F]: string | null }
  const fields = Object.entries(kinds) as [keyof F & string, NamedKind | NamedRows][]

  /**
   * For a viewer, a function that puts names in place of ids, and null for those beyond their row scope: a statement a
   * field, whatever the number of rows.
   */
  const showTo = (viewer: Viewer) => {
    const readers = fields.map(
      ([field, kind]) => [field, typeof kind === 'string' ? visibleNames[kind](viewer) : kind.named] as const,
    )
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

  /** What a caller writes. They clear only what they see: for a name beyond their row scope, forms send null. */
  const keepUnseen = async <Body extends Ids>(
    { db, actor }: Reader,
    before: Ids | undefined,
    body: Body,
  ): Promise<Body> => {
    if (before === undefined) return body
    const [seen] = await showTo(actor)(db, [before])
    const unseen = fields.filter(([field]) => body[field] === null && seen?.[field] === null)
    return { ...body, ...Object.fromEntries(unseen.map(([field]) => [field, before[field]])) }
  }

  const users = fields.flatMap(([field, kind]) => (kind === 'user' ? [field] : []))
  /**
   * Refuses users who have been removed, and still have rows until they are erased. What a row names already stays.
   *
   * @throws `outOfScope` at the field
   */
  const assertPresent = async ({ db, actor }: Reader, body: Partial<Ids>, before?: Partial<Ids>): Promise<void> => {
    for (const field of users) {
      const id = body[field]
      if (!id || id === before?.[field]) continue
      const user = db.selectFrom('users').where('company_id', '=', actor.companyId).where('id', '=', id)
      const present = await user.where('deleted_at', 'is', null).select('id').executeTakeFirst()
      if (!present) throw refusalAt(kernelErrors.outOfScope, field)
    }
  }

  return {
    showTo,
    keepUnseen,
    assertPresent,
    /** Rows as imports see them: what the caller sees of these fields, by name and by id. */
    importedRows: (rows: ImportedRows): ImportedRows => ({
      find: async (reader, key, values) => withShown(reader, await rows.find(reader, key, values)),
      byIds: async (reader, ids) => withShown(reader, await rows.byIds(reader, ids)),
    }),
    /** The rows of a repository as exports have them, for each caller. */
    exported:
      <Row extends Ids, Query>({ count, batch }: Batches<Row, Query>) =>
      (actor: Viewer): Batches<Shown<Row, F>, Query> => {
        const show = showTo(actor)
        return { count, batch: async (...asked) => show(asked[0], await batch(...asked)) }
      },
    /** Handlers of a plain entity whose readers see names, and whose writers keep what they do not see. */
    handlers: <Row extends Ids & { id: string }, Query extends ListQuery, Body, Created, C>(
      crud: C & Crud<Row, Query, Body, Created>,
      repository: Repository<Row>,
    ) => ({
      ...crud,
      async create(scope: RequestScope, body: Created & Ids) {
        await assertPresent(scope, body)
        return crud.create(scope, body)
      },
      async list(scope: RequestScope, query: Query) {
        const { data, ...total } = await crud.list(scope, query)
        return { ...total, data: await showTo(scope.actor)(scope.db, data) }
      },
      async get(scope: RequestScope, id: string) {
        const [row] = await showTo(scope.actor)(scope.db, [await crud.get(scope, id)])
        return orNotFound(row)
      },
      async update(scope: RequestScope, id: string, body: Body & Ids) {
        const before = await repository.findForUpdate(scope.db, id)
        await assertPresent(scope, body, before)
        return crud.update(scope, id, await keepUnseen(scope, before, body))
      },
    }),
  }
}
