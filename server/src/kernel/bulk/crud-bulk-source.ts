import type { Bulk } from '@atrium/contract/kernel/bulk.ts'
import type { CrudBulkOperations } from '@atrium/contract/kernel/crud-bulk.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import type * as z from 'zod/mini'
import { orNotFound, type RepositoryFor, repositoryFor } from '../db/crud-handlers.ts'
import type { Db, FoundIds } from '../db/database.ts'
import { AppError, type RequestScope } from '../scope.ts'
import { type BulkWork, defineBulkSource } from './bulk-source.ts'

type Row = { id: string; name: string; version: number }
type Repository<R> = {
  matchingIds(db: Db, query: object): FoundIds
  having(db: Db, field: 'id', values: readonly string[]): Promise<R[]>
  findForUpdate(db: Db, id: string): Promise<R | undefined>
}
type Handlers<Body> = {
  update(scope: RequestScope, id: string, body: Body & { version: number }): Promise<unknown>
  remove(scope: RequestScope, id: string): Promise<unknown>
}

/**
 * The work of `crudBulk`, by the handlers that change one row.
 *
 * @param bulk - what can be done with many rows
 * @param repository - of the rows, or a function with that of the rows which an actor sees
 * @param of - the fields that a change of a row sends, and the handlers
 */
export const crudBulkSource = <
  F extends z.core.$ZodShape,
  N extends string,
  R extends Row,
  const W extends keyof R & string,
>(
  bulk: Bulk<F, CrudBulkOperations<N>>,
  repository: RepositoryFor<Repository<R>>,
  { written, update, remove }: { written: readonly W[] } & Handlers<Pick<R, W>>,
) => {
  const rowsOf = ({ actor }: Pick<RequestScope, 'actor'>) => repositoryFor(repository, actor)
  const give = async (scope: RequestScope, id: string, field: string, value: unknown) => {
    const row = orNotFound(await rowsOf(scope).findForUpdate(scope.db, id))
    if (row[field as W] === value) throw new AppError(kernelErrors.unchanged)
    const sent = Object.fromEntries(written.map((name) => [name, row[name]])) as Pick<R, W>
    return update(scope, id, { ...sent, [field]: value, version: row.version })
  }
  const changing = (field: string): BulkWork<unknown> => ({
    same: [kernelErrors.unchanged],
    apply: (scope, id, input) => give(scope, id, field, (input as Record<string, unknown>)[field]),
    async remember(scope, ids) {
      const rows = await rowsOf(scope).having(scope.db, 'id', ids)
      return new Map(rows.map((row) => [row.id, row[field as W]]))
    },
    undo: (scope, id, before) => give(scope, id, field, before),
  })
  const fields = Object.keys(bulk.operations).filter((name) => name !== 'remove')
  return defineBulkSource<F, CrudBulkOperations<N>>({
    bulk,
    find: async (db, actor, filter) => rowsOf({ actor }).matchingIds(db, filter),
    hold: (db, actor, ids) => rowsOf({ actor }).having(db, 'id', ids),
    work: {
      ...Object.fromEntries(fields.map((field) => [field, changing(field)])),
      remove: { apply: (scope: RequestScope, id: string) => remove(scope, id) },
    } as { readonly [O in keyof CrudBulkOperations<N>]: BulkWork<unknown> },
  })
}
