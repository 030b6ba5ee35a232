import { isAcross } from '@atrium/contract/kernel/bulk.ts'
import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import * as z from 'zod/mini'
import type { AnyBulkSource, PreparedPassword } from '../../../kernel/bulk/bulk-source.ts'
import { runInLanguage } from '../../../kernel/call-context.ts'
import { orNotFound } from '../../../kernel/db/crud-handlers.ts'
import { newTraceId } from '../../../kernel/ids.ts'
import { defineJob, type Job, type JobBatch, type JobRun, type UndoData } from '../../../kernel/jobs/define-job.ts'
import { assertStillAllowed } from '../../../kernel/jobs/run-callers.ts'
import { scopeOfBatch } from '../../../kernel/jobs/scope-of-batch.ts'
import type { AuditSideEffects, RequestScope } from '../../../kernel/scope.ts'
import { attachToRun, type Files } from '../../tenancy/files/index.ts'
import { applyRows, changedTogether, undoRows } from './apply-rows.ts'
import { type BulkRef, bulkRepository as repository, type StoredBulk } from './bulk.repository.ts'
import { judgedTogether, judgeRows } from './judge-rows.ts'
import { findOperation } from './operations.ts'
import { resultWorkbook } from './result-workbook.ts'
import type { Operation } from './row-results.ts'

const data = z.object({ bulkId: z.uuid(), entity: z.string(), operation: z.string() })
type Data = z.output<typeof data>
/** Where a run resumes: behind this row. */
const place = z.object({ seq: z.int() })
const readPlace = (checkpoint: unknown, start: number) => {
  const parsed = place.safeParse(checkpoint)
  return parsed.success ? parsed.data.seq : start
}
const beyondLast = 2 ** 31 - 1

type Ports = { sources: () => readonly AnyBulkSource[]; files: Files }
/**
 * A step of a run: the rows of one transaction.
 * @returns where the next one starts; undefined after the last.
 */
type Prepared = ReadonlyMap<string, PreparedPassword> | undefined
type Step = (scope: RequestScope, batch: JobBatch, from: number, prepared: Prepared) => Promise<number | undefined>

/** The runs of operations on more rows than a call changes. */
export const createBulkJobs = ({ sources, files }: Ports) => {
  const listEndpoints = (named: Data): Endpoint[] => [findOperation(sources(), named).spec.endpoint]
  const getOperation = (stored: StoredBulk): Operation => ({ ...findOperation(sources(), stored), input: stored.input })

  const audit = ({ auditAll, caller }: JobBatch, sideEffects: AuditSideEffects) =>
    auditAll(
      sideEffects.map(({ event, companyId, ...note }) => ({
        event,
        note,
        ...(companyId !== undefined && companyId !== caller?.companyId && { companyId }),
      })),
    )
  /** Takes steps until one is the last. Effects of each follow its commit. */
  const takeSteps = async (
    run: Pick<JobRun, 'transact' | 'checkpoint'>,
    start: number,
    step: Step,
    prepare?: (from: number) => Promise<Prepared>,
  ) => {
    const traceId = newTraceId()
    let from: number | undefined = readPlace(run.checkpoint, start)
    while (from !== undefined) {
      const here: number = from
      let effects: (() => void)[] = []
      const prepared = await prepare?.(here)
      from = await run.transact(async (batch) => {
        effects = []
        const { db, caller } = batch
        const scope = scopeOfBatch(
          { db, actor: orNotFound(caller ?? undefined) },
          traceId,
          (work) => void effects.push(work),
        )
        const next = await step(scope, batch, here, prepared)
        batch.save({ seq: next ?? here })
        return next
      })
      for (const effect of effects) effect()
    }
  }
  const load = async (db: RequestScope['db'], bulk: BulkRef) => {
    const stored = orNotFound(await repository.get(db, bulk))
    return { stored, operation: getOperation(stored) }
  }

  const writeResult = async (run: JobRun<Data>, bulk: BulkRef) => {
    const { operation } = await run.transact(({ db }) => load(db, bulk))
    const read = (after: number, most: number) => run.transact(({ db }) => repository.batch(db, bulk, after, most))
    const workbook = runInLanguage(run.language, () => resultWorkbook(operation, read))
    await attachToRun(files, run, 'result', workbook)
  }
  /** Makes what the next rows need before their transaction. */
  const preparing = (run: JobRun<Data>, bulk: BulkRef) => {
    const { prepare } = findOperation(sources(), run.data).work
    if (!prepare) return undefined
    return async (from: number): Promise<Prepared> => {
      const { actor, rows } = await run.transact(async ({ db, caller }) => ({
        actor: orNotFound(caller ?? undefined),
        rows: await repository.pending(db, bulk, from, changedTogether),
      }))
      return prepare(
        actor,
        rows.map(({ id }) => id),
      )
    }
  }
  const apply = async (run: JobRun<Data>) => {
    const bulk = { companyId: run.companyId, id: run.data.bulkId }
    const step: Step = async (scope, batch, from, prepared) => {
      const { db, count } = batch
      const rows = await repository.pending(db, bulk, from, changedTogether)
      const last = rows.at(-1)
      if (!last) return undefined
      const { operation } = await load(db, bulk)
      const { sideEffects, ...done } = await applyRows(scope, bulk, operation, rows, prepared)
      await audit(batch, sideEffects)
      count(done)
      return last.seq
    }
    await takeSteps(run, 0, step, preparing(run, bulk))
    await writeResult(run, bulk)
  }
  const checkingBy = (reach: Job['reach'], name: string) =>
    defineJob<Data>({
      name,
      data,
      reach,
      endpoints: listEndpoints,
      concurrency: 4,
      concurrencyPerCompany: 2,
      run: ({ companyId, data: { bulkId }, ...run }) =>
        takeSteps(run, 0, async (scope, { db, count }, from) => {
          const bulk = { companyId, id: bulkId }
          const { stored, operation } = await load(db, bulk)
          const first = from === 0 ? ((await operation.source.together?.(db, scope.actor)) ?? []) : []
          const rows = await repository.unjudged(db, bulk, from, judgedTogether + first.length)
          const changing = await judgeRows(scope, bulk, operation, rows)
          count({ ok: changing, skipped: rows.length - changing })
          const last = rows.at(-1)
          if (last && last.seq < stored.total) return last.seq
          await repository.markChecked(db, bulk)
          return undefined
        }),
    })

  const undoingBy = (reach: Job['reach'], name: string) =>
    defineJob<UndoData>({
      name,
      data: z.object({ runId: z.uuid() }),
      reach,
      concurrency: 2,
      concurrencyPerCompany: 1,
      run: ({ companyId, data: { runId }, ...run }) =>
        takeSteps(run, beyondLast, async (scope, batch, from) => {
          const { db, count } = batch
          const stored = orNotFound(await repository.ofRun(db, companyId, runId))
          const operation = getOperation(stored)
          assertStillAllowed(scope.actor, [(operation.spec.undo ?? operation.spec).endpoint])
          const bulk = { companyId, id: stored.id }
          const rows = await repository.done(db, bulk, from, changedTogether)
          const last = rows.at(-1)
          if (!last) return undefined
          const { sideEffects, ...done } = await undoRows(scope, bulk, operation, rows)
          await audit(batch, sideEffects)
          count(done)
          return last.seq
        }),
    })

  /** The jobs of rows that a company has, or of those of all companies. */
  const jobsBy = (reach: Job['reach'], suffix: '' | 'Across') => {
    const applying = {
      data,
      reach,
      endpoints: listEndpoints,
      run: apply,
      concurrency: 2,
      concurrencyPerCompany: 1,
    }
    const undo = undoingBy(reach, `bulk.undo${suffix}`)
    return {
      check: checkingBy(reach, `bulk.check${suffix}`),
      undoable: defineJob<Data>({ ...applying, name: `bulk.apply${suffix}`, undo }),
      lasting: defineJob<Data>({ ...applying, name: `bulk.applyForGood${suffix}` }),
      undo,
    }
  }
  const [own, across] = [jobsBy('company', ''), jobsBy('platform', 'Across')]
  return {
    all: [...Object.values(own), ...Object.values(across)],
    of({ source, spec }: Pick<Operation, 'source' | 'spec'>) {
      const { check } = isAcross(source.bulk) ? across : own
      const { undoable, lasting } = spec.byRun || isAcross(source.bulk) ? across : own
      return { check, apply: spec.undo ? undoable : lasting }
    },
    findName: ({ source, spec }: Pick<Operation, 'source' | 'spec'>) => {
      const operation = Object.keys(source.bulk.operations).find((name) => source.bulk.operations[name] === spec) ?? ''
      return { entity: source.bulk.entity, operation }
    },
  }
}
export type BulkJobs = ReturnType<typeof createBulkJobs>
