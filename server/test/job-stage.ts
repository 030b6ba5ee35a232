import { expect, onTestFinished } from 'vitest'
import { cancelJob, pauseJob, resumeJob } from '../src/kernel/jobs/control-runs.ts'
import type { AnyJob } from '../src/kernel/jobs/define-job.ts'
import { enqueueJob } from '../src/kernel/jobs/enqueue-job.ts'
import { createJobs } from '../src/kernel/jobs/jobs.ts'
import type { FindCaller } from '../src/kernel/jobs/run-callers.ts'
import { countingJob } from './counting-job.ts'
import { buildCompany, readPlatformCompany } from './factories.ts'
import { eventually } from './messaging.ts'
import { nobody } from './nobody.ts'
import { createTestDatabase } from './test-database.ts'

/** Dead nodes are noticed within seconds, and a minute of the schedule lasts one. */
const speed = { superviseSeconds: 1, minuteMs: 1000, pollMs: 250 }

/** Nodes that count, over a database with two companies, and what their runs have done. */
export const createJobStage = async () => {
  const stage = await createTestDatabase()
  const { database, sql } = stage
  const platformCompany = await readPlatformCompany(stage)
  const [companyId, otherId] = [await buildCompany(stage, '甲'), await buildCompany(stage, '乙')]
  await sql('create table batches (run uuid not null, n int not null, made_at timestamptz default clock_timestamp())')
  await sql('grant select, insert on batches to atrium_company, atrium_platform')
  const errors: unknown[] = []
  /** Who asked for the runs; replaced by tests. */
  const callers: { find: FindCaller } = { find: nobody }

  const inCompany = <T>(company: string, work: Parameters<typeof database.transact<T>>[1]) =>
    database.transact({ reach: 'company', companyId: company }, work)
  const readRun = async (id: string) => (await sql('select * from job_runs where id = $1', [id]))[0]

  return {
    ...stage,
    platformCompany,
    companyId,
    otherId,
    errors,
    callers,
    inCompany,
    readRun,
    /** Forgets what earlier tests have queued. */
    async reset() {
      errors.length = 0
      callers.find = nobody
      await sql('delete from pgboss.job')
    },
    /** Starts a node. Stopped after the test, or earlier by the returned function. */
    async startNode(jobs: readonly AnyJob[], works = true) {
      const onError = (error: unknown) => void errors.push(error)
      const findCaller: FindCaller = (company, asker) => callers.find(company, asker)
      const node = createJobs({ database, platformCompany, findCaller, onError }, speed)
      const stop = await node.start(jobs, works)
      let stopped: Promise<void> | undefined
      const stopOnce = () => (stopped ??= stop())
      onTestFinished(stopOnce)
      return { ...node, stop: stopOnce }
    },
    enqueue: (batches: number, pauseMs = 0, company = companyId) =>
      inCompany(company, (db) =>
        enqueueJob(db, countingJob(), { batches, pauseMs }, { companyId: company, actor: null }),
      ),
    cancel: (id: string) => inCompany(companyId, (db) => cancelJob(db, companyId, id)),
    pause: (id: string) => inCompany(companyId, (db) => pauseJob(db, companyId, id)),
    resume: (id: string) => inCompany(companyId, (db) => resumeJob(db, companyId, id)),
    readBatches: async (id: string) =>
      (await sql('select n from batches where run = $1 order by made_at', [id])).map(({ n }) => n),
    becomes: (id: string, expected: object) =>
      eventually(async () => expect(await readRun(id)).toMatchObject(expected)),
    /** The queue's rows of a run, which has several if it was queued again. */
    queued: async (id: string) =>
      (
        await sql(`select state from pgboss.job where id = $1 or data->>'run' = $1::text order by created_on`, [id])
      ).map(({ state }) => state),
    waits: () => sql(`select id from pgboss.job where name = 'test.count' and state < 'active'`),
    /** Ends the pause before the next attempt. */
    retryAtOnce: (id: string) =>
      eventually(async () => {
        const ended = `update pgboss.job set start_after = now() where id = $1 and state = 'retry' and start_after > now()
          returning id`
        expect(await sql(ended, [id])).toHaveLength(1)
      }),
  }
}
export type JobStage = Awaited<ReturnType<typeof createJobStage>>

/** The numbers from 1. */
export const upTo = (last: number) => Array.from({ length: last }, (_, at) => at + 1)
