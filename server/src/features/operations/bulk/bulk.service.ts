import type { BulkCreate, BulkDetails, BulkRowsQuery } from '@atrium/contract/features/operations/bulk/bulk.contract.ts'
import { bulkErrors } from '@atrium/contract/features/operations/bulk/bulk.errors.ts'
import {
  bulkOutcomes,
  bulkUndos,
  bulkVerdicts,
  isAcross,
  maxAtOnce,
  maxBulkRows,
} from '@atrium/contract/kernel/bulk.ts'
import { fillSource } from '@atrium/contract/kernel/texts.ts'
import type { AnyBulkSource } from '../../../kernel/bulk/bulk-source.ts'
import { inCode } from '../../../kernel/call-context.ts'
import { assertPageDepth, orNotFound } from '../../../kernel/db/crud-handlers.ts'
import { type Admission, admitInner } from '../../../kernel/http/admit.ts'
import { newId } from '../../../kernel/ids.ts'
import { recordRun, startRun } from '../../../kernel/jobs/enqueue-job.ts'
import { type Actor, AppError, type RequestScope, refusalAt } from '../../../kernel/scope.ts'
import { applyRows } from './apply-rows.ts'
import { type BulkRef, bulkRepository as repository, type StoredBulk } from './bulk.repository.ts'
import type { BulkJobs } from './bulk-jobs.ts'
import { bulkPasswordsRepository as passwordsRepository } from './bulk-passwords.repository.ts'
import { judgeRows } from './judge-rows.ts'
import { findOperation, parseFilter, parsePart } from './operations.ts'
import type { Operation } from './row-results.ts'

type Ports = {
  sources: () => readonly AnyBulkSource[]
  security: Pick<Admission, 'requireReauthentication'>
  jobs: BulkJobs
}

const counts = <const W extends readonly string[]>(words: W, tally: Readonly<Partial<Record<W[number], number>>>) =>
  Object.fromEntries(words.map((word: W[number]) => [word, tally[word] ?? 0])) as Record<W[number], number>
/** Declared numbers first, then those that name what they count themselves. */
const toNumbers = (impact: Readonly<Record<string, number>>, words: Readonly<Record<string, string>> = {}) => {
  const own = Object.keys(impact).filter((name) => !Object.hasOwn(words, name))
  return [...Object.keys(words), ...own.sort()].flatMap((name) => {
    const count = impact[name] ?? 0
    return count > 0 ? { name: words[name] ?? name, count } : []
  })
}
const toState = ({ checkedAt, runId }: StoredBulk): BulkDetails['state'] => {
  if (runId !== null) return 'started'
  return checkedAt === null ? 'checking' : 'checked'
}

/** Operations on many rows: first judged, then done as they were judged. */
export const createBulks = ({ sources, security, jobs }: Ports) => {
  const assertMay = (actor: Actor, { spec }: Pick<Operation, 'spec'>) => admitInner(spec.endpoint, actor, security)

  const readDetails = async (scope: RequestScope, bulk: BulkRef, operation: Operation): Promise<BulkDetails> => {
    const { db, actor } = scope
    const stored = orNotFound(await repository.find(db, bulk, actor.userId))
    const { verdicts, outcomes, undos } = await repository.tally(db, bulk)
    const { checkedAt: _checked, input: _input, impact, ...row } = stored
    return {
      ...row,
      title: operation.spec.title,
      noun: operation.source.bulk.noun,
      state: toState(stored),
      verdicts: counts(bulkVerdicts, verdicts),
      outcomes: counts(bulkOutcomes, outcomes),
      undos: counts(bulkUndos, undos),
      impact: toNumbers(impact, operation.spec.impact),
      undoable: operation.spec.undo !== undefined,
      passwords: await passwordsRepository.count(db, bulk),
      across: isAcross(operation.source.bulk),
    }
  }
  /** One of the caller's operations, which they must still be allowed. */
  const open = async ({ actor }: Pick<RequestScope, 'actor'>, stored: StoredBulk | undefined, across?: boolean) => {
    const found = orNotFound(stored)
    const operation = {
      ...findOperation(sources(), { ...found, ...(across !== undefined && { across }) }),
      input: found.input,
    }
    await assertMay(actor, operation)
    return { stored: found, operation }
  }

  /** Stores the rows as they are selected now. */
  const select = async (
    scope: RequestScope,
    operation: Operation,
    request: BulkCreate,
  ): Promise<BulkRef & { total: number }> => {
    const { db, actor, origin } = scope
    const { source, input } = operation
    const bulk = { companyId: actor.companyId, id: newId() }
    const stored = { ...bulk, entity: request.entity, operation: request.operation, input, by: actor.userId }
    const first = (await source.together?.(db, actor)) ?? []
    if (request.ids) return { ...bulk, total: await repository.insertTicked(db, stored, request.ids, first) }
    if (!request.filter) throw refusalAt(bulkErrors.rowsOrFilter, 'ids')
    await admitInner(source.bulk.list, actor, security)
    const filter = { ...parseFilter(source, actor, request.filter), timeZone: origin.timeZone }
    const total = await repository.insertFound(db, stored, await source.find(db, actor, filter), first, maxBulkRows)
    if (total > maxBulkRows) throw new AppError(bulkErrors.tooMany)
    if (total === 0) throw new AppError(bulkErrors.nothingFound)
    return { ...bulk, total }
  }

  /**
   * Changes few rows in the caller's transaction.
   * @returns the run that stands for it
   */
  const applyNow = async (scope: RequestScope, bulk: BulkRef, operation: Operation) => {
    const rows = await repository.pending(scope.db, bulk, 0, maxAtOnce)
    const { sideEffects, ...done } = await inCode(() => applyRows(scope, bulk, operation, rows))
    scope.note({ after: { rows: rows.length, ...done }, sideEffects })
    const shown = { kind: 'bulk', title: operation.spec.title, rows: done } as const
    return recordRun(scope, jobs.of(operation).apply, { bulkId: bulk.id, ...jobs.findName(operation) }, shown)
  }
  const applyLater = (scope: RequestScope, bulk: BulkRef, operation: Operation, total: number) => {
    scope.note({ after: { rows: total } })
    const shown = { kind: 'bulk', title: operation.spec.title, total } as const
    return startRun(scope, jobs.of(operation).apply, { bulkId: bulk.id, ...jobs.findName(operation) }, shown)
  }

  return {
    /** Throws `notFound` unless it is the caller's, and what its call would throw for the right. */
    async assertOwn(scope: Pick<RequestScope, 'db' | 'actor'>, id: string): Promise<{ title: string }> {
      const { db, actor } = scope
      const { operation } = await open(
        scope,
        await repository.find(db, { companyId: actor.companyId, id }, actor.userId),
      )
      return operation.spec
    },

    /**
     * `across`: of rows of all companies.
     * @throws `noSuchOperation` for the others
     */
    async create(scope: RequestScope, request: BulkCreate, across: boolean): Promise<BulkDetails> {
      const { db, actor } = scope
      const found = findOperation(sources(), { ...request, across })
      await assertMay(actor, found)
      const operation = { ...found, input: parsePart(found.spec.input, request.input, 'input') }
      await operation.work.refuseInput?.(scope, operation.input)
      const { total, ...bulk } = await select(scope, operation, request)
      if (total <= maxAtOnce) {
        const rows = await repository.unjudged(db, bulk, 0, maxAtOnce)
        await inCode(() => judgeRows(scope, bulk, operation, rows))
        await repository.markChecked(db, bulk)
      } else {
        const shown = {
          kind: 'bulk',
          title: fillSource('预检：{title}', { title: operation.spec.title }),
          total,
        } as const
        const data = { bulkId: bulk.id, ...jobs.findName(operation) }
        await repository.setCheckRun(db, bulk, await startRun(scope, jobs.of(operation).check, data, shown))
      }
      return readDetails(scope, bulk, operation)
    },

    async get(scope: RequestScope, id: string): Promise<BulkDetails> {
      const { db, actor } = scope
      const { companyId } = actor
      const named = (await repository.idOfRun(db, { companyId, id })) ?? id
      const bulk = { companyId, id: named }
      const { operation } = await open(scope, await repository.find(db, bulk, actor.userId))
      return readDetails(scope, bulk, operation)
    },

    async rows(scope: RequestScope, id: string, query: BulkRowsQuery) {
      assertPageDepth(query)
      const { db, actor } = scope
      const bulk = { companyId: actor.companyId, id }
      await open(scope, await repository.find(db, bulk, actor.userId))
      return repository.rows(db, bulk, query)
    },

    /** Throws `stillChecking`, `alreadyStarted` and `nothingToChange`. */
    async apply(scope: RequestScope, id: string, across: boolean): Promise<BulkDetails> {
      const { db, actor } = scope
      const bulk = { companyId: actor.companyId, id }
      const { stored, operation } = await open(scope, await repository.hold(db, bulk, actor.userId), across)
      const state = toState(stored)
      if (state === 'checking') throw new AppError(bulkErrors.stillChecking)
      if (state === 'started') throw new AppError(bulkErrors.alreadyStarted)
      const { verdicts } = await repository.tally(db, bulk)
      const total = verdicts.change ?? 0
      if (total === 0) throw new AppError(bulkErrors.nothingToChange)
      scope.note({ entityId: id, entityName: operation.spec.title })
      const runId = await (total <= maxAtOnce && !operation.spec.byRun
        ? applyNow(scope, bulk, operation)
        : applyLater(scope, bulk, operation, total))
      await repository.setRun(db, bulk, runId)
      return readDetails(scope, bulk, operation)
    },
  }
}
