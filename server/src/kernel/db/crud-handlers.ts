import { type ErrorSpec, kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { type ListQuery, maxDepth } from '@atrium/contract/kernel/listing.ts'
import { type Actor, AppError, type AuditedValues, type RequestScope } from '../scope.ts'
import type { Db } from './database.ts'

type Stored = { id: string; version: number }
type Person = { id: string; name: string }

/**
 * The author recorded in created_by and updated_by; a guest with their home company, as the visited company does not
 * know them.
 */
export const toAuthor = ({ actor: { userId, name, acting } }: Pick<RequestScope, 'actor'>): Person => ({
  id: userId,
  name: acting ? `${name}（${acting.homeCompanyName}）` : name,
})

/** The same for rows of a company: with the author's own, for people who do not know its users. */
export const authorIn = (scope: Pick<RequestScope, 'actor'>, companyId: string): Person => {
  const by = toAuthor(scope)
  const { actor } = scope
  return companyId === actor.companyId ? by : { ...by, name: `${by.name}（${actor.companyName}）` }
}

/** Rejects pages beyond the depth that offsets can serve. */
export const assertPageDepth = ({ page, size }: Pick<ListQuery, 'page' | 'size'>) => {
  if (page * size > maxDepth) throw new AppError(kernelErrors.tooDeep)
}

/**
 * Returns the row.
 * @throws `notFound` if there is none; another company's row counts as missing.
 */
export const orNotFound = <Row>(row: Row | undefined): Row => {
  if (row === undefined) throw new AppError(kernelErrors.notFound)
  return row
}

/** Rejects an edit of an outdated version; the error carries the current row. */
export const assertVersion = (current: Stored, expectedVersion: number) => {
  if (current.version !== expectedVersion) throw new AppError(kernelErrors.versionConflict, { data: { current } })
}

/** A repository, or that of the rows which an actor sees. */
export type RepositoryFor<R extends object> = R | ((actor: Actor) => R)
export const repositoryFor = <R extends object>(repository: RepositoryFor<R>, actor: Actor): R =>
  typeof repository === 'function' ? repository(actor) : repository

type Reads<Row> = {
  list(db: Db, query: ListQuery): Promise<{ data: Row[]; total: number; more?: boolean }>
  find(db: Db, id: string): Promise<Row | undefined>
}
/** List and get handlers on a repository. */
export const readHandlers = <Row>(repository: RepositoryFor<Reads<Row>>) => ({
  async list({ db, actor }: RequestScope, query: ListQuery) {
    assertPageDepth(query)
    return repositoryFor(repository, actor).list(db, query)
  },
  get: async ({ db, actor }: RequestScope, id: string) =>
    orNotFound(await repositoryFor(repository, actor).find(db, id)),
})

type Writes<Row, Create, Update> = {
  findForUpdate(db: Db, id: string): Promise<Row | undefined>
  insert(db: Db, write: Create, by: Person): Promise<Row>
  update(db: Db, id: string, write: Update, by: Person): Promise<Row>
  remove(db: Db, id: string): Promise<unknown>
}
/** What audit rows show before and after: some fields, or what a function makes of the row. */
type Audited<Row> = readonly (keyof Row & string)[] | ((row: Row) => AuditedValues)
/** Throws what refuses a change of a row, which is locked. */
type Rule<Row> = (before: Row) => Promise<void> | void
type WriteRules<Row, Write> = {
  audited: Audited<Row>
  /** Throws what refuses a write: of a new row, or of one that is `before`. */
  check?(scope: RequestScope, write: Write, before?: Row): Promise<void> | void
  /** Refuses the deletion of a row that others refer to, as a foreign key says. */
  inUse?: ErrorSpec
}

/** Throws `refusal` in place of what a foreign key refuses. */
const refuseReferenced = async (deleting: Promise<unknown>, refusal: ErrorSpec | undefined): Promise<void> => {
  try {
    await deleting
  } catch (error) {
    if (refusal && (error as { code?: unknown }).code === '23503') throw new AppError(refusal)
    throw error
  }
}

/**
 * Create, update and remove handlers on a repository. Constraints refuse what a row may not hold. A feature with a rule
 * of its own writes the handler and calls this one, with what refuses the change of the row as it is.
 */
export const writeHandlers = <Row extends Stored & { name: string }, Create extends object, Update extends object>(
  repository: RepositoryFor<Writes<Row, Create, Update>>,
  { audited, check, inUse }: WriteRules<Row, Create | Update>,
) => {
  const toAudit = (row: Row): AuditedValues =>
    typeof audited === 'function' ? audited(row) : Object.fromEntries(audited.map((field) => [field, row[field]]))
  return {
    async create(scope: RequestScope, write: Create) {
      await check?.(scope, write)
      const row = await repositoryFor(repository, scope.actor).insert(scope.db, write, toAuthor(scope))
      scope.note({ entityId: row.id, entityName: row.name, after: toAudit(row) })
      return { id: row.id }
    },
    async update(
      scope: RequestScope,
      id: string,
      { version, ...write }: Update & { version: number },
      rule?: Rule<Row>,
    ) {
      const rows = repositoryFor(repository, scope.actor)
      const before = orNotFound(await rows.findForUpdate(scope.db, id))
      assertVersion(before, version)
      await rule?.(before)
      await check?.(scope, write as Update, before)
      const after = await rows.update(scope.db, id, write as Update, toAuthor(scope))
      scope.note({ entityId: id, entityName: after.name, before: toAudit(before), after: toAudit(after) })
      return null
    },
    async remove(scope: RequestScope, id: string, rule?: Rule<Row>) {
      const rows = repositoryFor(repository, scope.actor)
      const before = orNotFound(await rows.findForUpdate(scope.db, id))
      await rule?.(before)
      await refuseReferenced(rows.remove(scope.db, id), inUse)
      scope.note({ entityId: id, entityName: before.name, before: toAudit(before) })
      return null
    },
  }
}

/** The five handlers of a plain entity. Takes its repository, or a function with that of the rows which an actor sees. */
export const crudHandlers = <Row extends Stored & { name: string }, Create extends object, Update extends object>(
  repository: RepositoryFor<Reads<Row> & Writes<Row, Create, Update>>,
  of: WriteRules<Row, Create | Update>,
) => ({ ...readHandlers(repository), ...writeHandlers(repository, of) })
