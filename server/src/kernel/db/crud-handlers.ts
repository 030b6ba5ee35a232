import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { type ListQuery, maxDepth } from '@atrium/contract/kernel/listing.ts'
import { AppError, type RequestScope } from '../scope.ts'
import type { Db } from './database.ts'

type Stored = { id: string; version: number }
type ById = { params: { id: string } }
type Person = { id: string; name: string }

/**
 * The author recorded in created_by and updated_by; a guest with their home company, as the visited company does not
 * know them.
 */
export const authorOf = ({ actor: { userId, name, acting } }: Pick<RequestScope, 'actor'>): Person => ({
  id: userId,
  name: acting ? `${name}（${acting.homeCompanyName}）` : name,
})

/** Rejects pages beyond the depth that offsets can serve. */
export const assertPageDepth = ({ page, size }: Pick<ListQuery, 'page' | 'size'>) => {
  if (page * size > maxDepth) throw new AppError(kernelErrors.tooDeep)
}

/** Returns the row. Throws `notFound` if there is none; another company's row counts as missing. */
export const orNotFound = <Row>(row: Row | undefined): Row => {
  if (row === undefined) throw new AppError(kernelErrors.notFound)
  return row
}

/** Rejects an edit of an outdated version; the error carries the current row. */
export const assertVersion = (current: Stored, expectedVersion: number) => {
  if (current.version !== expectedVersion) throw new AppError(kernelErrors.versionConflict, { data: { current } })
}

type Reads<Row> = {
  list(db: Db, query: ListQuery): Promise<{ data: Row[]; total: number; more?: boolean }>
  find(db: Db, id: string): Promise<Row | undefined>
}
/** List and get handlers on a repository. */
export const readHandlers = <Row>(repository: Reads<Row>) => ({
  async list(scope: RequestScope, { query }: { query: ListQuery }) {
    assertPageDepth(query)
    return repository.list(scope.db, query)
  },
  get: async (scope: RequestScope, { params }: ById) => orNotFound(await repository.find(scope.db, params.id)),
})
