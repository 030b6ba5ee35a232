import type { RowFile } from '@atrium/contract/features/content/uploads/row-files.ts'
import { uploadsErrors } from '@atrium/contract/features/content/uploads/uploads.errors.ts'
import type { SpooledFile } from '@atrium/contract/kernel/endpoint.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import type { ListQuery } from '@atrium/contract/kernel/listing.ts'
import { orNotFound } from '../../../kernel/db/crud-handlers.ts'
import type { Person } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import {
  type Actor,
  AppError,
  type AuditedValues,
  type DetachedScope,
  type RequestScope,
  refusalAt,
} from '../../../kernel/scope.ts'
import { type FilesTable, rowFilesRepository } from './row-files.repository.ts'
import type { Uploads } from './uploads.service.ts'

type Stored = { id: string }
type Files<F extends string> = { [N in F]: RowFile[] }
type FileIds<F extends string> = { readonly [N in F]?: readonly string[] | undefined }
/** What `crudRepository` offers for rows without their files. */
type Repository<Row, Filter, Insert, Update> = {
  list(db: Db, query: ListQuery): Promise<{ data: Row[]; total: number; more?: boolean }>
  batch(db: Db, query: Filter, afterId: string | undefined, size: number): Promise<Row[]>
  find(db: Db, id: string): Promise<Row | undefined>
  findForUpdate(db: Db, id: string): Promise<Row | undefined>
  insert(db: Db, row: Insert, by: Person): Promise<Row>
  update(db: Db, id: string, row: Update, by: Person): Promise<Row>
}
type Spec<F extends string> = FilesTable & {
  /** The fields of the row that hold files. */
  fields: readonly F[]
}

/**
 * Files of rows: stored for a row that is being written, sent by that row alone, and gone a day after the row has let go
 * of them, as all files that nothing uses.
 */
export const rowFiles = <const F extends string>({ fields, ...table }: Spec<F>) => {
  const repository = rowFilesRepository(table)

  const withFiles = async <Row extends Stored>(db: Db, rows: readonly Row[]): Promise<(Row & Files<F>)[]> => {
    const ids = rows.map(({ id }) => id)
    const byPlace = Map.groupBy(await repository.list(db, ids, fields), ({ id, field }) => `${id} ${field}`)
    const filesOf = ({ id }: Row, field: F) => (byPlace.get(`${id} ${field}`) ?? []).map(({ file }) => file)
    return rows.map((row) => {
      const files = Object.fromEntries(fields.map((field) => [field, filesOf(row, field)]))
      return { ...row, ...(files as Files<F>) }
    })
  }
  const withOwn = async <Row extends Stored>(db: Db, found: Row | undefined) =>
    found && (await withFiles(db, [found]))[0]

  /** Throws `foreignFile` at the field for a file that is not the author's to give. */
  const putAll = async (db: Db, id: string, written: FileIds<F>, by: Person): Promise<void> => {
    for (const field of fields) {
      const ids = written[field]
      if (ids === undefined) continue
      const count = await repository.put(db, { id, field }, ids, by.id)
      if (count < new Set(ids).size) throw refusalAt(uploadsErrors.foreignFile, field)
    }
  }
  const withoutFiles = (write: object): object =>
    Object.fromEntries(Object.entries(write).filter(([name]) => !fields.some((field) => field === name)))

  return {
    /** A repository whose rows have their files, and take them by their ids: absent ones stay as they are. */
    addTo: <Row extends Stored, Filter, Insert extends object, Update extends object, R>({
      list,
      batch,
      find,
      findForUpdate,
      insert,
      update,
      ...others
    }: R & Repository<Row, Filter, Insert, Update>) => ({
      ...others,
      async list(db: Db, query: ListQuery) {
        const { data, ...total } = await list(db, query)
        return { ...total, data: await withFiles(db, data) }
      },
      batch: async (db: Db, query: Filter, afterId: string | undefined, size: number) =>
        withFiles(db, await batch(db, query, afterId, size)),
      find: async (db: Db, id: string) => withOwn(db, await find(db, id)),
      findForUpdate: async (db: Db, id: string) => withOwn(db, await findForUpdate(db, id)),
      async insert(db: Db, write: Insert & FileIds<F>, by: Person) {
        const added = await insert(db, withoutFiles(write) as Insert, by)
        await putAll(db, added.id, write, by)
        return orNotFound(await withOwn(db, added))
      },
      async update(db: Db, id: string, write: Update & FileIds<F>, by: Person) {
        const changed = await update(db, id, withoutFiles(write) as Update, by)
        await putAll(db, id, write, by)
        return orNotFound(await withOwn(db, changed))
      },
    }),

    /** What the log says of a row: these fields, and the names of its files. */
    audited:
      <Row extends Files<F>, const N extends keyof Row & string>(names: readonly N[]) =>
      (of: Row): AuditedValues => ({
        ...Object.fromEntries(names.map((name) => [name, of[name]])),
        ...Object.fromEntries(fields.map((field) => [field, of[field].map((file) => file.name)])),
      }),

    /** Handlers of `fileEndpoints`. */
    handlers: (uploads: Pick<Uploads, 'upload' | 'findSent' | 'send'>) => ({
      async attach(scope: DetachedScope<Actor>, _body: object, file: SpooledFile) {
        const commit: typeof scope.commit = (work) =>
          scope.commit(async (db) => {
            const added = await work(db)
            await repository.guard(db, scope.actor.companyId, String(added))
            return added
          })
        const { id } = await uploads.upload({ ...scope, commit }, { biz: 'doc', public: '0' }, file)
        return { id }
      },
      /** Throws `notFound` unless the row has the file. */
      async download({ db, actor: { companyId }, origin }: RequestScope, id: string, fileId: string) {
        if (!(await repository.has(db, id, fileId))) throw new AppError(kernelErrors.notFound)
        const file = await uploads.findSent(db, { companyId, id: fileId })
        return () => uploads.send(origin, file)
      },
    }),
  }
}
