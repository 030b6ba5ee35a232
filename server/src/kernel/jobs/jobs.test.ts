import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CompiledQuery } from 'kysely'
import { getRollbackPlans } from 'pg-boss'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { countStatements } from '../../../test/count-statements.ts'
import { countingJob } from '../../../test/counting-job.ts'
import { createJobStage, type JobStage } from '../../../test/job-stage.ts'
import { unchecked } from '../../../test/loosely-typed.ts'
import { eventually } from '../../../test/messaging.ts'
import { auditActor } from '../audit-actor.ts'
import { asOwner } from '../db/as-owner.ts'
import { migrate } from '../db/migrate.ts'
import { ensureServingLogin } from '../db/serving-login.ts'
import { cancelJob } from './control-runs.ts'
import { defineTrigger } from './define-job.ts'
import { enqueueJob, fireTrigger } from './enqueue-job.ts'

let stage: JobStage
beforeAll(async () => {
  stage = await createJobStage()
})
beforeEach(() => stage.reset())
const startNode: JobStage['startNode'] = (...args) => stage.startNode(...args)
const enqueue: JobStage['enqueue'] = (...args) => stage.enqueue(...args)
const readBatches: JobStage['readBatches'] = (id) => stage.readBatches(id)
const readRun: JobStage['readRun'] = (id) => stage.readRun(id)
const becomes: JobStage['becomes'] = (...args) => stage.becomes(...args)
const waits: JobStage['waits'] = () => stage.waits()
const retryAtOnce: JobStage['retryAtOnce'] = (id) => stage.retryAtOnce(id)

describe('a job', () => {
  it('runs in its company and for its actor, with progress and audit rows', async () => {
    const actor = auditActor({ companyId: stage.companyId, id: stage.platformCompany, name: '王芳' })
    const job = countingJob({ onBatch: (n, { audit }) => audit('test.counted', { entityName: String(n) }) })
    await startNode([job])
    const id = await stage.database.transact({ reach: 'company', companyId: stage.companyId }, (db) =>
      enqueueJob(db, job, { batches: 2, pauseMs: 0 }, { companyId: stage.companyId, actor }),
    )
    await becomes(id, { state: 'done', progress: 1, checkpoint: 2, company_id: stage.companyId, problem: null })
    const rows = await stage.sql(
      `select actor->>'name' as name, actor_id, entity_name from audit_log where event = 'test.counted' and company_id = $1
       order by seq`,
      [stage.companyId],
    )
    expect(rows).toEqual(
      ['1', '2'].map((entity_name) => ({ name: '王芳', actor_id: stage.platformCompany, entity_name })),
    )
  })
  it('is not queued when its transaction rolls back', async () => {
    await startNode([countingJob()], false)
    const undone = stage.database.transact({ reach: 'company', companyId: stage.companyId }, async (db) => {
      await enqueueJob(db, countingJob(), { batches: 1, pauseMs: 0 }, { companyId: stage.companyId, actor: null })
      throw new Error('planted')
    })
    await expect(undone).rejects.toThrow('planted')
    expect(await waits()).toEqual([])
  })
  it('makes no two transactions wait for each other', async () => {
    await startNode([countingJob()], false)
    await stage.database.transact({ reach: 'company', companyId: stage.companyId }, async (db) => {
      await enqueueJob(db, countingJob(), { batches: 1, pauseMs: 0 }, { companyId: stage.companyId, actor: null })
      await enqueue(1)
    })
    expect(await waits()).toHaveLength(2)
  })
  it('waits for a node with workers', async () => {
    await startNode([countingJob()], false)
    const id = await enqueue(1)
    expect(await readRun(id)).toMatchObject({ state: 'queued', attempt: 0 })
    await startNode([countingJob()])
    await becomes(id, { state: 'done' })
  })
  it('is refused with data that its schema refuses', async () => {
    await startNode([countingJob()], false)
    await expect(enqueue(unchecked('many'))).rejects.toThrow()
    expect(await waits()).toEqual([])
  })
})

describe('a failing job', () => {
  it('is tried again with growing pauses, then given up with its problem', { timeout: 30_000 }, async () => {
    const job = { ...countingJob({ onBatch: () => Promise.reject(new Error('no paper')) }), retries: 1 }
    await startNode([job])
    const id = await enqueue(1)
    await becomes(id, { state: 'queued', problem: 'no paper', finished_at: null })
    await retryAtOnce(id)
    await becomes(id, { state: 'failed', problem: 'no paper', finished_at: expect.any(Date) })
    expect(stage.errors).toHaveLength(2)
    expect(await readBatches(id)).toEqual([])
  })
  it('goes on after its last batch', async () => {
    let broken = true
    const job = countingJob({
      onBatch(n) {
        if (n === 3 && broken) throw new Error('no paper')
      },
    })
    await startNode([job])
    const id = await enqueue(4)
    await becomes(id, { state: 'queued', checkpoint: 2, progress: 0.5 })
    broken = false
    await retryAtOnce(id)
    await becomes(id, { state: 'done' })
    expect(await readBatches(id)).toEqual([1, 2, 3, 4])
  })
})

describe('a cancelled job', () => {
  it('does not start', async () => {
    await startNode([countingJob()], false)
    const id = await enqueue(1)
    const cancel = () =>
      stage.database.transact({ reach: 'company', companyId: stage.companyId }, (db) =>
        cancelJob(db, stage.companyId, id),
      )
    expect([await cancel(), await cancel()]).toEqual([true, false])
    await startNode([countingJob()])
    await eventually(async () => expect(await waits()).toEqual([]))
    expect(await readBatches(id)).toEqual([])
    expect(await readRun(id)).toMatchObject({ state: 'cancelled', attempt: 0 })
  })
  it('ends after its batch', async () => {
    let id = ''
    const job = countingJob({
      onBatch: (n) =>
        n === 2 &&
        stage.database.transact({ reach: 'company', companyId: stage.companyId }, (db) =>
          cancelJob(db, stage.companyId, id),
        ),
    })
    await startNode([job])
    id = await enqueue(5)
    await eventually(async () =>
      expect((await stage.sql('select state from pgboss.job where id = $1', [id]))[0]).toEqual({ state: 'completed' }),
    )
    expect(await readBatches(id)).toEqual([1, 2])
    expect(await readRun(id)).toMatchObject({ state: 'cancelled', progress: expect.closeTo(0.4) })
    expect(stage.errors).toEqual([])
  })
  it('stays out of another company’s reach', async () => {
    await startNode([countingJob()], false)
    const id = await enqueue(1)
    const reach = { reach: 'company', companyId: stage.otherId } as const
    expect(await stage.database.transact(reach, (db) => cancelJob(db, stage.companyId, id))).toBe(false)
  })
})

describe('nodes', () => {
  it('take over from a killed one after its last committed batch', { timeout: 30_000 }, async () => {
    await startNode([countingJob()], false)
    const id = await enqueue(6)
    const script = join(import.meta.dirname, '../../../test/dying-node.ts')
    const url = await ensureServingLogin(stage.ownerUrl)
    const child = spawn(process.execPath, [script, url, stage.platformCompany], { stdio: 'ignore' })
    expect((await once(child, 'exit'))[1]).toBe('SIGKILL')
    expect(await readRun(id)).toMatchObject({ state: 'running', checkpoint: 2 })
    await stage.sql(`update pgboss.job set heartbeat_on = now() - interval '1 minute' where id = $1`, [id])
    await startNode([countingJob()])
    await eventually(async () => {
      await stage.sql(`update pgboss.job set start_after = now() where id = $1 and state = 'retry'`, [id])
      expect(await readRun(id)).toMatchObject({ state: 'done' })
    })
    expect(await readBatches(id)).toEqual([1, 2, 3, 4, 5, 6])
  })
  it('give up a run whose last attempt died', { timeout: 60_000 }, async () => {
    await startNode([countingJob()], false)
    const id = await enqueue(1)
    await stage.sql(
      `update pgboss.job set state = 'active', started_on = now(), retry_limit = 0, heartbeat_on = now() - interval '1 hour'
       where id = $1`,
      [id],
    )
    await startNode([countingJob()])
    await eventually(async () =>
      expect((await stage.sql('select state from pgboss.job where id = $1', [id]))[0]).toEqual({ state: 'failed' }),
    )
    // The dead queue is polled rarely; a new node looks at once.
    await startNode([countingJob()])
    await becomes(id, { state: 'failed', problem: 'job heartbeat timeout' })
  })
  it('commit nothing more once a run is another’s', async () => {
    let id = ''
    const job = countingJob({
      onBatch: (n) => n === 2 && stage.sql('update job_runs set attempt = attempt + 1 where id = $1', [id]),
    })
    await startNode([job])
    id = await enqueue(4)
    await eventually(async () =>
      expect((await stage.sql('select state from pgboss.job where id = $1', [id]))[0]).toEqual({ state: 'completed' }),
    )
    expect(await readBatches(id)).toEqual([1])
  })
  it('share the work, each run once', async () => {
    await startNode([countingJob()])
    await startNode([countingJob()])
    const ids = await Promise.all(Array.from({ length: 12 }, () => enqueue(2)))
    for (const id of ids) await becomes(id, { state: 'done', attempt: 0 })
    for (const id of ids) expect(await readBatches(id)).toEqual([1, 2])
  })
  it('put a run back when they stop, after its batch', async () => {
    const node = await startNode([countingJob()])
    const id = await enqueue(20, 50)
    await eventually(async () => expect((await readBatches(id)).length).toBeGreaterThan(1))
    await node.stop()
    const done = await readBatches(id)
    expect(done.length).toBeLessThan(20)
    expect(await readRun(id)).toMatchObject({ state: 'queued', checkpoint: done.length, problem: null })
    await startNode([countingJob()])
    await becomes(id, { state: 'done' })
    expect(await readBatches(id)).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
    expect(stage.errors).toEqual([])
  })
})

describe('a company', () => {
  it('does not hold up another one with its many jobs', async () => {
    const job = countingJob({ concurrencyPerCompany: 1 })
    await startNode([job], false)
    const many = await Promise.all(Array.from({ length: 50 }, () => enqueue(2, 100)))
    const one = await enqueue(1, 0, stage.otherId)
    await startNode([job])
    await becomes(one, { state: 'done' })
    const { n } = (
      await stage.sql(`select count(*)::int as n from job_runs where id = any($1) and state = 'done'`, [many])
    )[0] as { n: number }
    expect(n).toBeLessThan(10)
  })
  it('reaches no queue, and queues for itself only', async () => {
    await startNode([countingJob()], false)
    await enqueue(1, 0, stage.otherId)
    const run = (text: string) =>
      stage.database.transact({ reach: 'company', companyId: stage.companyId }, (db) =>
        db.executeQuery(CompiledQuery.raw(text)),
      )
    for (const text of [
      'select data from pgboss.job',
      'delete from pgboss.queue',
      `select enqueue_job('test.count', gen_random_uuid(), '${stage.otherId}', null, 0)`,
    ])
      await expect(run(text)).rejects.toMatchObject({ code: '42501' })
    await run(`select enqueue_job('test.count', gen_random_uuid(), null, null, 0)`)
    expect(await stage.sql('select group_id from pgboss.job where data is null')).toEqual([
      { group_id: stage.companyId },
    ])
    expect(
      (await run('select * from job_runs')).rows.filter(
        (row) => (row as { company_id: string }).company_id === stage.otherId,
      ),
    ).toEqual([])
  })
})

describe('a trigger', () => {
  const fire = (delaySeconds = 0) =>
    stage.database.transact({ reach: 'platform' }, (db) => fireTrigger(db, { name: 'test.look' }, delaySeconds))

  it('answers all that wait with one run, and again what comes later', async () => {
    let looks = 0
    const trigger = defineTrigger({ name: 'test.look', run: async () => void looks++ })
    await startNode([trigger], false)
    await Promise.all(Array.from({ length: 20 }, () => fire()))
    const node = await startNode([trigger])
    await eventually(async () => expect(looks).toBe(1))
    await fire()
    await eventually(async () => expect(looks).toBe(2))
    node.wake(trigger.name)
    await eventually(async () => expect(looks).toBe(3))
  })
  it('is not run by a node without workers, nor after it has stopped', async () => {
    let looks = 0
    const trigger = defineTrigger({ name: 'test.look', run: async () => void looks++ })
    const idle = await startNode([trigger], false)
    idle.wake(trigger.name)
    const node = await startNode([trigger])
    await node.stop()
    node.wake(trigger.name)
    await fire()
    await idle.stop()
    expect(looks).toBe(0)
  })
  it('is repeated until it succeeds', async () => {
    let looks = 0
    const trigger = defineTrigger({
      name: 'test.look',
      async run() {
        looks += 1
        if (looks === 1) throw new Error('not yet')
      },
    })
    await startNode([trigger])
    await fire()
    await eventually(async () => expect(looks).toBe(2))
    expect(stage.errors).toEqual([new Error('not yet')])
  })
  it('is drained when the node stops', async () => {
    const happened: string[] = []
    const trigger = defineTrigger({
      name: 'test.look',
      async run(signal) {
        happened.push('run')
        await new Promise((done) => signal.addEventListener('abort', done))
        happened.push('stopped')
      },
      drain: async () => void happened.push('drained'),
    })
    const node = await startNode([trigger])
    await fire()
    await eventually(async () => expect(happened).toEqual(['run']))
    await node.stop()
    expect(happened).toEqual(['run', 'stopped', 'drained'])
  })
})

describe('an idle node', () => {
  it('asks for the work of all its queues together', async () => {
    const run = async () => undefined
    const triggers = ['a', 'b', 'c', 'd'].map((name) => defineTrigger({ name: `test.${name}`, run }))
    const fetches = countStatements('FOR UPDATE OF j SKIP LOCKED')
    await startNode([countingJob(), ...triggers])
    // Each worker looks once when it begins.
    await sleep(1500)
    const first = fetches()
    await sleep(2000)
    expect(fetches() - first).toBeLessThanOrEqual(2)
  })
})

describe('a schedule', () => {
  it('queues a run per time that is due, on many nodes together', async () => {
    const run = async () => undefined
    const [often, rarely] = ['test.often', 'test.rarely'].map((name, at) =>
      defineTrigger({ name, schedule: { everyMinutes: 1 + 2 * at }, run }),
    )
    if (!often || !rarely) return
    for (let node = 0; node < 3; node += 1) await startNode([often, rarely])
    const readSlots = async (name: string) =>
      (await stage.sql('select extract(epoch from singleton_on)::int as slot from pgboss.job where name = $1', [name]))
        .map(({ slot }) => Number(slot))
        .sort()
    await eventually(async () => expect((await readSlots('test.rarely')).length).toBeGreaterThan(1))
    const [many, few] = [await readSlots('test.often'), await readSlots('test.rarely')]
    expect(new Set(many).size).toBe(many.length)
    expect(many.length).toBeGreaterThan(few.length)
    expect(few.map((slot) => slot % 3)).toEqual(few.map(() => 0))
    expect(stage.errors).toEqual([])
  })
})

describe('the queue’s schema', () => {
  it('is upgraded by the owner, once across starting nodes', async () => {
    await (await startNode([countingJob()], false)).stop()
    const [before] = await stage.sql('select version from pgboss.version')
    await asOwner(stage.ownerUrl, (client) => client.query(getRollbackPlans('pgboss', Number(before?.version))))
    const folder = join(import.meta.dirname, '../../../migrations')
    await Promise.all([migrate(stage.ownerUrl, folder), migrate(stage.ownerUrl, folder)])
    expect(await stage.sql('select version from pgboss.version')).toEqual([before])
    await ensureServingLogin(stage.ownerUrl)
    await startNode([countingJob()])
    await becomes(await enqueue(1), { state: 'done' })
  })
  it('serves a node whose release is older', async () => {
    await stage.sql('update pgboss.version set version = version + 1')
    try {
      await startNode([countingJob()])
      await becomes(await enqueue(1), { state: 'done' })
      expect(stage.errors).toEqual([])
    } finally {
      await stage.sql('update pgboss.version set version = version - 1')
    }
  })
})
