import { jobsContract, ownJobsContract } from '@atrium/contract/features/operations/jobs/jobs.contract.ts'
import { archiveContract } from '@atrium/contract/features/tenancy/archive/archive.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { buildTenant, buildUser, readPlatformCompany } from '../../../../test/factories.ts'
import { finishedRun, readResult } from '../../../../test/finished-run.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'

const { list, get, pause, cancel, undo } = jobsContract
const { ownJobs, recentJobs, ownJob, pauseOwn, resumeOwn, cancelOwn, undoOwn, result, errors } = ownJobsContract

/** A node that answers and does not work: runs wait. */
let app: TestApp
let operator: Awaited<ReturnType<typeof buildUser>>
let token: string
let tenant: string
beforeAll(async () => {
  app = await createTestApp({ process: ['api'] })
  operator = await buildUser(app, {
    companyId: await readPlatformCompany(app),
    permissions: ['sysCompanys:tenant'],
  })
  token = await app.signIn(operator)
  tenant = await buildTenant(app, '要导出的公司')
})
const signInWith = async (...permissions: string[]) =>
  app.signIn(await buildUser(app, { companyId: operator.companyId, permissions }))
const start = async () => {
  const { data, code } = await app.call(archiveContract.exportData, { params: { id: tenant } }, token)
  expect(code).toBe(0)
  return data?.id ?? ''
}
const readState = async (id: string) => (await app.call(ownJob, { params: { id } }, token)).data?.state

describe('a run', () => {
  it('is visible to its caller, and to others with the permission', async () => {
    const id = await start()
    const own = await app.call(ownJob, { params: { id } }, token)
    expect(own.data).toMatchObject({
      id,
      kind: 'export',
      title: '导出公司数据：要导出的公司',
      state: 'queued',
      mine: true,
      by: { id: operator.id, name: '张伟' },
      total: null,
      done: 0,
      speed: null,
      files: [],
      problem: '',
      log: [{ event: 'requested', line: '', by: { id: operator.id } }],
    })
    const ids = ({ data }: { data?: readonly { id: string }[] | undefined }) => data?.map((row) => row.id) ?? []
    expect(ids(await app.call(ownJobs, {}, token))).toContain(id)
    expect(ids(await app.call(recentJobs, {}, token))).toContain(id)
    expect((await app.call(list, {}, token)).status).toBe(403)

    const colleague = await signInWith('sysJobs:list')
    expect((await app.call(get, { params: { id } }, colleague)).data).toMatchObject({ id, mine: false })
    expect(ids(await app.call(list, {}, colleague))).toContain(id)
    expect(ids(await app.call(ownJobs, {}, colleague))).toEqual([])
    expect(ids(await app.call(recentJobs, {}, colleague))).toEqual([])
    expect((await app.call(ownJob, { params: { id } }, colleague)).code).toBe(404)
    expect((await app.call(pause, { params: { id } }, colleague)).status).toBe(403)
    expect((await app.call(cancelOwn, { params: { id } }, colleague)).code).toBe(404)
    expect(await readState(id)).toBe('queued')

    const stranger = await app.signIn(
      await buildUser(app, { companyId: tenant, permissions: ['sysJobs:list', 'sysJobs:control'] }),
    )
    expect((await app.call(get, { params: { id } }, stranger)).code).toBe(404)
    expect((await app.call(cancel, { params: { id } }, stranger)).code).toBe(404)
  })
  it('is paused, resumed and cancelled, once each, with its name in the log', async () => {
    const id = await start()
    const params = { id }
    expect((await app.call(resumeOwn, { params }, token)).code).toBe(8201)
    expect((await app.call(pauseOwn, { params }, token)).code).toBe(0)
    expect(await readState(id)).toBe('paused')
    expect((await app.call(pauseOwn, { params }, token)).code).toBe(8200)
    expect((await app.call(resumeOwn, { params }, token)).code).toBe(0)
    expect(await readState(id)).toBe('queued')
    const colleague = await signInWith('sysJobs:list', 'sysJobs:control')
    expect((await app.call(cancel, { params }, colleague)).code).toBe(0)
    expect((await app.call(cancelOwn, { params }, token)).code).toBe(8202)
    const { data } = await app.call(ownJob, { params }, token)
    expect(data?.log.map(({ event }) => event)).toEqual(['cancelled', 'resumed', 'paused', 'requested'])
    const audited = await app.sql(
      `select event, ok, entity_name from audit_log where entity_id = $1 and ok order by seq`,
      [id],
    )
    expect(audited).toEqual(
      ['ownJob.paused', 'ownJob.resumed', 'job.cancelled'].map((event) => ({
        event,
        ok: true,
        entity_name: '导出公司数据：要导出的公司',
      })),
    )
  })
  it('keeps the language it was asked for in when another person resumes it', async () => {
    const request = { params: { id: tenant } }
    const { data } = await app.call(archiveContract.exportData, request, token, { 'accept-language': 'en' })
    const params = { id: data?.id ?? '' }
    await app.call(pauseOwn, { params }, token)
    const colleague = await signInWith('sysJobs:list', 'sysJobs:control')
    expect((await app.call(jobsContract.resume, { params }, colleague)).code).toBe(0)
    const queued = await app.sql(
      `select data->>'language' as language from pgboss.job where id = $1 or data->>'run' = $1::text`,
      [params.id],
    )
    expect(queued.map(({ language }) => language)).toEqual(['en', 'en'])
    await app.call(cancelOwn, { params }, token)
  })
  it('is not undone where its job offers no undo', async () => {
    const params = { id: await start() }
    expect((await app.call(undoOwn, { params }, token)).code).toBe(8203)
    const colleague = await signInWith('sysJobs:list', 'sysJobs:control')
    expect((await app.call(undo, { params }, colleague)).code).toBe(8203)
    expect((await app.call(ownJob, { params }, token)).data).toMatchObject({ undoable: false, undoneBy: null })
  })
})

describe('the list', () => {
  it('is filtered, searched and sorted, and shows what the product does by itself on request', async () => {
    const owner = await buildUser(app, {
      companyId: operator.companyId,
      permissions: ['sysJobs:list', 'sysCompanys:tenant'],
    })
    const own = await app.signIn(owner)
    const { data: started } = await app.call(archiveContract.exportData, { params: { id: tenant } }, own)
    const id = started?.id ?? ''
    await app.sql(
      `update job_runs set state = 'failed', problem = 'secret of a stack', title = '独特的任务' where id = $1`,
      [id],
    )
    const found = async (query: object) => (await app.call(list, { query }, own)).data?.map((row) => row.id)
    for (const query of [
      { search: '独特' },
      { 'f.mine': '1' },
      { 'f.mine': '1', 'f.state': 'failed', 'f.kind': 'export' },
      { search: '独特', sort: '-title' },
      { search: '独特', 'f.createTime': '2020-01-01 00:00:00~2099-01-01 00:00:00' },
    ])
      expect(await found(query)).toEqual([id])
    expect(await found({ search: '独特', 'f.state': 'done' })).toEqual([])
    const { data: row } = await app.call(get, { params: { id } }, own)
    expect(row?.problem).toBe('执行过程中发生错误，请重试；仍然失败时请联系系统管理员')

    await app.sql(
      `insert into job_runs (company_id, id, name, state) values ($1, gen_random_uuid(), 'tenants.erase', 'done')`,
      [operator.companyId],
    )
    const { data: system = [] } = await app.call(list, { query: { 'f.kind': 'system', size: 100 } }, own)
    expect(system.map(({ title, by }) => ({ title, by }))).toContainEqual({ title: '删除已注销的租户', by: null })
    expect((await app.call(list, { query: { size: 100 } }, own)).data?.some(({ kind }) => kind === 'system')).toBe(
      false,
    )
  })
  it('tells the speed and the time left of a run that moves', async () => {
    const id = await start()
    await app.sql(
      `update job_runs set state = 'running', total = 1000, ok = 300, done_before = 100, attempt = 1,
         started_at = now() - interval '20 seconds', moved_at = now() - interval '10 seconds' where id = $1`,
      [id],
    )
    expect((await app.call(ownJob, { params: { id } }, token)).data).toMatchObject({
      speed: 20,
      secondsLeft: 35,
      progress: 0.3,
      done: 300,
    })
    await app.sql(`update job_runs set state = 'paused' where id = $1`, [id])
    expect((await app.call(ownJob, { params: { id } }, token)).data).toMatchObject({ speed: null, secondsLeft: null })
    await app.sql('delete from job_runs where id = $1', [id])
  })
})

describe('the result', () => {
  it('is its caller’s alone, as long as they hold the right that the run needed', async () => {
    const id = await start()
    const params = { id }
    expect((await app.call(result, { params }, token)).code).toBe(8205)
    await createTestApp({ sharedDatabase: app, process: ['jobs'] })
    expect(await finishedRun(app, token, id)).toMatchObject({ files: ['result'], secondsLeft: null })
    expect((await readResult(app, token, id)).bytes.subarray(0, 2).toString()).toBe('PK')
    expect((await app.call(errors, { params }, token)).code).toBe(8205)
    const colleague = await signInWith('sysJobs:list', 'sysJobs:control', 'sysCompanys:tenant')
    expect((await app.call(result, { params }, colleague)).code).toBe(8205)
    const [file] = await app.sql('select guarded from files join job_files on file_id = id where run_id = $1', [id])
    expect(file).toEqual({ guarded: true })

    await app.sql('delete from role_elements where role_id = $1', [operator.roleId])
    expect((await app.call(result, { params }, await app.signIn(operator))).code).toBe(403)
  })
})

describe('a user with twenty open runs', () => {
  it('starts no further one until one of them has ended', async () => {
    const other = await buildUser(app, { companyId: operator.companyId, permissions: ['sysCompanys:tenant'] })
    const by = await app.signIn(other)
    const ask = async () => {
      await app.sql('delete from limits')
      return app.call(archiveContract.exportData, { params: { id: tenant } }, by)
    }
    const ids: string[] = []
    for (let at = 0; at < 20; at += 1) ids.push((await ask()).data?.id ?? '')
    expect(await ask()).toMatchObject({ code: 429, msg: '您有 20 个任务尚未完成，请等待完成或取消部分任务后再试' })
    expect((await app.call(cancelOwn, { params: { id: ids[0] ?? '' } }, by)).code).toBe(0)
    expect((await ask()).code).toBe(0)
  })
})
