import { type RepositoryFor, repositoryFor } from '../db/crud-handlers.ts'
import type { Db } from '../db/database.ts'
import type { Actor } from '../scope.ts'

/** Values of fields, as requests hold them, by the name of the field. */
export type FieldValues = Readonly<Record<string, unknown>>

/** A stored row as an import sees it. */
export type StoredRow = {
  readonly id: string
  readonly version: number
  readonly name: string
  /** What a request that leaves the row as it is would send, and the fields of its keys. */
  readonly body: FieldValues
  /** What cells say for the rows that it refers to, by field. */
  readonly texts?: Readonly<Record<string, string>>
}

type Reader = { db: Db; actor: Actor }
/** Reads the rows of an entity that imports change. Ids and values of another company find nothing. */
export type ImportedRows = {
  /**
   * Rows that have one of these values in the fields of a key, in any order; a few others may be among them. One
   * statement; rows are locked until the transaction ends, unless their endpoints lock something before them.
   */
  find(reader: Reader, key: readonly string[], values: readonly FieldValues[]): Promise<StoredRow[]>
  /** Rows by their ids, locked likewise. */
  byIds(reader: Reader, ids: readonly string[]): Promise<StoredRow[]>
}

/**
 * Finds the ids of rows that cells name.
 * @returns by text; texts that name none are missing, `null` for those that name several.
 */
export type ResolveReferences = (
  reader: Reader,
  by: 'name' | 'code' | 'path',
  texts: readonly string[],
) => Promise<ReadonlyMap<string, string | null>>

type Row = { id: string; version: number; name: string }
type Repository<R> = { having(db: Db, field: keyof R & string, values: readonly string[]): Promise<R[]> }
/** The reader of a plain entity whose keys are single fields. Takes its repository, and the fields of its requests. */
export const crudImportedRows = <R extends Row>(
  repository: RepositoryFor<Repository<R>>,
  fields: readonly (keyof R & string)[],
): ImportedRows => {
  const stored = (row: R): StoredRow => ({
    id: row.id,
    version: row.version,
    name: row.name,
    body: Object.fromEntries(fields.map((field) => [field, row[field]])),
  })
  return {
    async find({ db, actor }, [field = ''], values) {
      const texts = values.map((value) => String(value[field]))
      return (await repositoryFor(repository, actor).having(db, field as keyof R & string, texts)).map(stored)
    },
    byIds: async ({ db, actor }, ids) => (await repositoryFor(repository, actor).having(db, 'id', ids)).map(stored),
  }
}
