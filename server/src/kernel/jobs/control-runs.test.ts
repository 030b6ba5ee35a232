import { setTimeout as sleep } from 'node:timers/promises'
import { postsContract } from '@atrium/contract/features/people/posts/posts.contract.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { countingJob } from '../../../test/counting-job.ts'
import { createJobStage, type JobStage, upTo } from '../../../test/job-stage.ts'
import { eventually } from '../../../test/messaging.ts'
import type { Actor } from '../scope.ts'
import { undoJob } from './control-runs.ts'
import { defineJob, type JobBatch, type UndoData } from './define-job.ts'
import { startRun } from './enqueue-job.ts'

let stage: JobStage
beforeAll(async () => {
  stage = await createJobStage()
})
beforeEach(() => stage.reset())

/** A place where a batch waits until the test lets it go on. */
const createGate = () => {
  const gate = { isReached: false, open: () => undefined as undefined }
  const opened = new Promise<void>((resolve) => {
    gate.open = () => void resolve()
  })
  return Object.assign(gate, {
    async pass() {
      gate.isReached = true
      await opened
    },
    reached: () => eventually(async () => expect(gate.isReached).toBe(true)),
  })
}
const isEnded = (id: string) =>
  eventually(async () => expect(new Set(await stage.queued(id))).toEqual(new Set(['completed'])))

describe('a paused run', () => {
  it('does not start before it is resumed', async () => {
    await stage.startNode([countingJob()], false)
    const id = await stage.enqueue(2)
    expect([await stage.pause(id), await stage.pause(id)]).toEqual([true, false])
    await stage.startNode([countingJob()])
    await isEnded(id)
    expect(await stage.readRun(id)).toMatchObject({ state: 'paused', attempt: 0, first_started_at: null })
    expect([await stage.resume(id), await stage.resume(id)]).toEqual([true, false])
    await stage.becomes(id, { state: 'done', ok: 2 })
    expect(await stage.readBatches(id)).toEqual([1, 2])
  })
  it('stops after its batch and goes on behind it, on another node', async () => {
    const gate = createGate()
    const first = await stage.startNode([countingJob({ onBatch: (n) => n === 2 && gate.pass() })])
    const id = await stage.enqueue(5)
    await gate.reached()
    expect(await stage.pause(id)).toBe(true)
    gate.open()
    await isEnded(id)
    expect(await stage.readBatches(id)).toEqual([1, 2])
    expect(await stage.readRun(id)).toMatchObject({
      state: 'paused',
      checkpoint: 2,
      total: 5,
      done: 2,
      finished_at: null,
    })
    await first.stop()
    await stage.startNode([countingJob()])
    await stage.resume(id)
    await stage.becomes(id, { state: 'done', attempt: 1, done: 5, done_before: 2 })
    expect(await stage.readBatches(id)).toEqual(upTo(5))
    expect(stage.errors).toEqual([])
  })
  it('that is resumed during its batch does each batch once', async () => {
    const gate = createGate()
    await stage.startNode([countingJob({ onBatch: (n) => n === 2 && gate.isReached === false && gate.pass() })])
    const id = await stage.enqueue(4)
    await gate.reached()
    await stage.pause(id)
    await stage.resume(id)
    gate.open()
    await stage.becomes(id, { state: 'done', ok: 4 })
    expect(await stage.readBatches(id)).toEqual(upTo(4))
  })
  it('can be cancelled, and not resumed afterwards', async () => {
    await stage.startNode([countingJob()], false)
    const id = await stage.enqueue(2)
    await stage.pause(id)
    expect([await stage.cancel(id), await stage.resume(id), await stage.pause(id)]).toEqual([true, false, false])
    await stage.startNode([countingJob()])
    await isEnded(id)
    expect(await stage.readBatches(id)).toEqual([])
  })
  it('does each batch once over two nodes, however often it is paused and resumed', { timeout: 60_000 }, async () => {
    await stage.startNode([countingJob()])
    await stage.startNode([countingJob()])
    const id = await stage.enqueue(60, 10)
    let toggles = 0
    while ((await stage.readRun(id))?.state !== 'done') {
      if (await stage.pause(id)) toggles += 1
      await sleep(20 * (toggles % 3))
      await stage.resume(id)
      await sleep(300)
    }
    expect(toggles).toBeGreaterThan(1)
    expect(await stage.readBatches(id)).toEqual(upTo(60))
    expect(await stage.readRun(id)).toMatchObject({ ok: 60, total: 60 })
    expect(stage.errors).toEqual([])
  })
})

describe('counts', () => {
  it('leave out a batch that is rolled back', async () => {
    let broken = true
    const onBatch = async (n: number, batch: JobBatch) => {
      batch.count({ failed: 2, skipped: 1 })
      if (n === 2 && broken) throw new Error('no paper')
    }
    await stage.startNode([countingJob({ onBatch })])
    const id = await stage.enqueue(3)
    await stage.becomes(id, { state: 'queued', ok: 1, failed: 2, skipped: 1, done: 4 })
    broken = false
    await stage.retryAtOnce(id)
    await stage.becomes(id, { state: 'done', ok: 3, failed: 6, skipped: 3, done: 12 })
  })
})

describe('a long run', () => {
  it('gives way to other companies, and goes on behind them', async () => {
    const job = countingJob({ concurrency: 1, sliceSeconds: 0.1 })
    await stage.startNode([job], false)
    const long = await stage.enqueue(40, 50)
    const short = await stage.enqueue(1, 0, stage.otherId)
    await stage.startNode([job])
    await stage.becomes(short, { state: 'done' })
    expect((await stage.readBatches(long)).length).toBeLessThan(40)
    await stage.becomes(long, { state: 'done', ok: 40 })
    expect(await stage.readBatches(long)).toEqual(upTo(40))
    expect((await stage.queued(long)).length).toBeGreaterThan(1)
  })
})

/** A user as the sessions know them; only what a run asks of them. */
const buildActor = (companyId: string): Actor =>
  ({
    companyId,
    companyName: '甲',
    userId: companyId,
    name: '王芳',
    account: 'wf',
    sessionId: '',
    aesKey: '',
    platform: false,
    readOnly: false,
    permissions: 'everything',
    rows: 'all',
    decide: () => ({ allowed: true, trace: [] }),
  }) as Actor
const start = (job: ReturnType<typeof countingJob>, batches: number, pauseMs = 0) =>
  stage.inCompany(stage.companyId, (db) =>
    startRun(
      { db, actor: buildActor(stage.companyId) },
      job,
      { batches, pauseMs },
      { kind: 'bulk', title: '锁定用户', total: batches },
    ),
  )
const readLog = async (id: string) =>
  (await stage.sql('select event, line from job_log where run_id = $1 order by seq', [id])).map(({ event, line }) =>
    line === '' ? event : `${event} ${line}`,
  )

describe('a run that a person asked for', () => {
  it('has the rights of its caller, and is written in its log', async () => {
    stage.callers.find = async (companyId) => buildActor(companyId)
    const names: (string | undefined)[] = []
    const job = countingJob({
      async onBatch(n, { caller, log }) {
        names.push(caller?.name)
        await log(`第 ${n} 批`)
      },
    })
    await stage.startNode([job])
    const id = await start(job, 2)
    await stage.becomes(id, { state: 'done', title: '锁定用户', kind: 'bulk', requested_by: stage.companyId })
    expect(names).toEqual(['王芳', '王芳'])
    expect(await readLog(id)).toEqual(['requested', 'started', 'note 第 1 批', 'note 第 2 批', 'done'])
  })
  it('ends at the batch before which its caller loses the right, and keeps what it has done', async () => {
    let isLocked = false
    stage.callers.find = async (companyId) => (isLocked ? { refusal: '发起人的账号已停用' } : buildActor(companyId))
    const job = countingJob({
      onBatch(n) {
        isLocked = n === 2
      },
    })
    await stage.startNode([job])
    const id = await start(job, 4)
    await stage.becomes(id, { state: 'failed', problem: '发起人的账号已停用', refused: true, ok: 2 })
    await isEnded(id)
    expect(await stage.readBatches(id)).toEqual([1, 2])
    expect((await readLog(id)).at(-1)).toBe('failed 发起人的账号已停用')
    expect(stage.errors).toEqual([])
  })
  it('does not begin without the calls that its job names', async () => {
    const denied = { allowed: false, trace: [] }
    stage.callers.find = async (companyId) => ({ ...buildActor(companyId), decide: () => denied })
    const job = countingJob({ endpoints: () => [postsContract.create] })
    await stage.startNode([job])
    const id = await start(job, 2)
    await stage.becomes(id, { state: 'failed', refused: true, ok: 0 })
    expect(String((await stage.readRun(id))?.problem)).toContain('权限')
    stage.callers.find = async (companyId) => ({ ...buildActor(companyId), readOnly: true })
    const other = await start(job, 2)
    await stage.becomes(other, { state: 'failed', ok: 0 })
  })
  it('is published to its company at most once a second', async () => {
    stage.callers.find = async (companyId) => buildActor(companyId)
    await stage.startNode([countingJob()])
    const id = await start(countingJob(), 40, 20)
    await stage.becomes(id, { state: 'done' })
    const [seconds] = await stage.sql(
      'select extract(epoch from finished_at - started_at) as n from job_runs where id = $1',
      [id],
    )
    const published = await stage.sql(`select topic from events where data->>'id' = $1`, [id])
    const own = published.filter(({ topic }) => topic === 'own-job')
    // Requested, started and done.
    expect(own).toHaveLength(3)
    expect(published.length - own.length).toBeLessThanOrEqual(3 + 1 + Number(seconds?.n))
  })
})

describe('undoing', () => {
  const undo = defineJob<UndoData>({
    name: 'test.uncount',
    data: z.object({ runId: z.string() }),
    reach: 'company',
    async run({ data, transact }) {
      await transact(async ({ count }) => count({ ok: data.runId === '' ? 0 : 1 }))
    },
  })
  const startUndo = (id: string) =>
    stage.inCompany(stage.companyId, (db) =>
      undoJob({ db, actor: buildActor(stage.companyId) }, countingJob({ undo }), { id, title: '撤销：锁定用户' }),
    )

  it('is a run of its own, once', async () => {
    stage.callers.find = async (companyId) => buildActor(companyId)
    const job = countingJob({ undo })
    const node = await stage.startNode([job, undo], false)
    const id = await start(job, 2)
    expect(await startUndo(id)).toBeUndefined()
    await node.stop()
    await stage.startNode([job, undo])
    await stage.becomes(id, { state: 'done' })
    const undoId = (await startUndo(id)) ?? ''
    expect(await startUndo(id)).toBeUndefined()
    await stage.becomes(undoId, { state: 'done', kind: 'undo', undo_of: id, total: 2, title: '撤销：锁定用户' })
    await stage.becomes(id, { state: 'undone' })
    expect((await readLog(id)).at(-1)).toBe('undone')
    expect(await startUndo(id)).toBeUndefined()
  })
  it('of a cancelled run rolls its open batch back', async () => {
    stage.callers.find = async (companyId) => buildActor(companyId)
    const gate = createGate()
    const job = countingJob({ undo, onBatch: (n) => n === 2 && gate.pass() })
    await stage.startNode([job, undo])
    const id = await start(job, 3)
    await gate.reached()
    await stage.cancel(id)
    const undoId = (await startUndo(id)) ?? ''
    gate.open()
    await stage.becomes(undoId, { state: 'done', total: 1 })
    await stage.becomes(id, { state: 'undone' })
    expect(await stage.readBatches(id)).toEqual([1])
  })
})
