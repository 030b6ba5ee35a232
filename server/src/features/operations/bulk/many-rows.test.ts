import { ownJobsContract } from '@atrium/contract/features/operations/jobs/jobs.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { bulkCaller } from '../../../../test/bulk-stage.ts'
import { type CompanyStage, createCompanyStage } from '../../../../test/company-stage.ts'
import { companyTables, differences } from '../../../../test/company-tables.ts'
import { readResult } from '../../../../test/finished-run.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { fillUsers } from '../../../../test/hostile/pools.ts'
import { asOwner } from '../../../kernel/db/as-owner.ts'

const { pauseOwn, resumeOwn, cancelOwn } = ownJobsContract
const many = 450

/** A node that answers and does not work, so that runs wait until a test lets another one work. */
let app: TestApp
let stage: CompanyStage
let bulk: ReturnType<typeof bulkCaller>
beforeAll(async () => {
  app = await createTestApp({ process: ['api'] })
  stage = await createCompanyStage(app, ['sysUsers:list', 'sysUsers:get', 'sysUsers:lock', 'sysUsers:delete'])
  bulk = bulkCaller(app, stage.token)
  await fillUsers(app, stage.companyId, 'free', many)
})
const statuses = async () =>
  (
    await app.sql('select status, count(*)::int as users from users where company_id = $1 group by 1 order by 1', [
      stage.companyId,
    ])
  ).map(({ status, users }) => [status, users])
const work = () => createTestApp({ sharedDatabase: app, process: ['jobs'] })

describe('many rows', () => {
  it('are judged and changed by runs, each once, with a result of each, and taken back', async () => {
    const checking = await bulk.checked('disable', { filter: {} })
    expect(checking).toMatchObject({ state: 'checking', total: many + 1, verdicts: { change: 0 } })
    expect((await bulk.apply(checking.id)).code).toBe(8353)
    await work()
    await bulk.finished(checking.checkRun)
    expect(await bulk.details(checking.id)).toMatchObject({
      state: 'checked',
      verdicts: { change: many, same: 0, refused: 1, conflict: 0 },
    })
    expect(await statuses()).toEqual([[1, many + 1]])

    const { data: started } = await bulk.apply(checking.id)
    expect(started).toMatchObject({ state: 'started', outcomes: { changed: 0 } })
    expect(await bulk.finished(started?.runId ?? null)).toMatchObject({
      kind: 'bulk',
      title: '停用用户',
      total: many,
      ok: many,
      failed: 0,
      files: ['result'],
    })
    expect(await statuses()).toEqual([
      [0, many],
      [1, 1],
    ])
    const events = await app.sql(
      `select count(*)::int as events, count(distinct entity_id)::int as users from audit_log
       where company_id = $1 and event = 'user.disabled'`,
      [stage.companyId],
    )
    expect(events).toEqual([{ events: many, users: many }])
    const { bytes, name } = await readResult(app, stage.token, started?.runId ?? '')
    expect([name, bytes.subarray(0, 2).toString()]).toEqual(['停用用户的结果.xlsx', 'PK'])

    await bulk.undo(started?.runId ?? null)
    expect(await statuses()).toEqual([[1, many + 1]])
    expect((await bulk.details(checking.id)).undos).toEqual({ undone: many, refused: 0, conflict: 0 })
  }, 180_000)
  it('are changed as far as a run came that was cancelled, and those are taken back', async () => {
    await work()
    const before = await companyTables(app, stage.companyId)
    const checking = await bulk.checked('disable', { filter: {} })
    await bulk.finished(checking.checkRun)
    // Holds up a batch after the first until the run is cancelled.
    const params = await asOwner(app.ownerUrl, async (owner) => {
      await owner.query('begin')
      await owner.query(
        `select from users where company_id = $1 and id = (
          select row_id from bulk_rows where bulk_id = $2 and verdict = 'change' order by seq offset 75 limit 1) for update`,
        [stage.companyId, checking.id],
      )
      const { data: started } = await bulk.apply(checking.id)
      const id = started?.runId ?? ''
      await bulk.becomes(id, { ok: 50 })
      for (const control of [pauseOwn, resumeOwn, cancelOwn])
        expect((await app.call(control, { params: { id } }, stage.token)).code).toBe(0)
      await owner.query('rollback')
      return { id }
    })
    await bulk.becomes(params.id, { state: 'cancelled', undoable: true })
    const { outcomes } = await bulk.details(checking.id)
    const disabled = (await statuses()).find(([status]) => status === 0)?.[1]
    expect(outcomes.changed).toBe(disabled)
    await bulk.undo(params.id)
    expect(differences(before, await companyTables(app, stage.companyId))).toEqual([])
  }, 180_000)
})
