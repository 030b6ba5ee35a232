import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { type ListQuery, maxDepth } from '@atrium/contract/kernel/listing.ts'
import { AppError, type RequestScope } from '../scope.ts'
import type { Db } from './database.ts'

type Stored = { id: string; version: number }
type ById = { params: { id: string } }
type Person = { id: string; name: string }

/** Who is written down as having done it; a guest with the company he is of, since the one he acts in does not know him. */
export const personOf = ({ actor: { userId, name, acting } }: Pick<RequestScope, 'actor'>): Person => ({
  id: userId,
  name: acting ? `${name}（${acting.homeCompanyName}）` : name,
})

/** Refuses pages beyond the depth that offsets can serve. */
export const refuseDepth = ({ page, size }: Pick<ListQuery, 'page' | 'size'>) => {
  if (page * size > maxDepth) throw new AppError(kernelErrors.tooDeep)
}

/** The row, or the refusal that it does not exist; another company's row does not exist either. */
export const orNotFound = <Row>(row: Row | undefined): Row => {
  if (row === undefined) throw new AppError(kernelErrors.notFound)
  return row
}

/** Refuses an edit that was made on an older version; the answer carries the newer one. */
export const refuseStale = (current: Stored, seen: number) => {
  if (current.version !== seen) throw new AppError(kernelErrors.versionConflict, { data: { current } })
}

type Reads<Row> = {
  list(db: Db, query: ListQuery): Promise<{ data: Row[]; total: number; more?: boolean }>
  find(db: Db, id: string): Promise<Row | undefined>
}
/** The two usual reads, straight onto a repository. */
export const readHandlers = <Row>(repository: Reads<Row>) => ({
  async list(scope: RequestScope, { query }: { query: ListQuery }) {
    refuseDepth(query)
    return repository.list(scope.db, query)
  },
  get: async (scope: RequestScope, { params }: ById) => orNotFound(await repository.find(scope.db, params.id)),
})
