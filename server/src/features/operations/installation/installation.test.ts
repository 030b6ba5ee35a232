import { installationContract } from '@atrium/contract/features/operations/installation/installation.contract.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildTenant, buildUser, readPlatformCompany } from '../../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'

const { state, runSchedule, pauseSchedule, resumeSchedule } = installationContract
const permissions = ['sysInstallation:view', 'sysInstallation:control']
const schedule = 'audit.checkpoints'
const params = { name: schedule }

let app: TestApp
let operator: string
beforeAll(async () => {
  app = await createTestApp()
  operator = await app.signIn()
})
beforeEach(async () => {
  await app.sql('delete from nodes')
  await app.sql('delete from schedules')
  await app.sql('delete from pgboss.job where name = $1', [schedule])
  await app.sql(`insert into schedules (name, title, every_minutes, minute) values ($1, '签署审计检查点', 60, 47)`, [
    schedule,
  ])
})

const readState = async (token = operator) => {
  const { data, msg } = await app.call(state, {}, token)
  if (!data) throw new Error(msg)
  return data
}
const addNode = (name: string, seenAgo: string) =>
  app.sql(
    `insert into nodes (id, name, version, release, processes, seen_at, condition)
     values (gen_random_uuid(), $1, '0.4.0', 2, '{api,jobs}', now() - $2::interval,
       '{"pool":{"size":20,"open":4,"busy":3,"waiting":0},"streams":5,"memoryBytes":1000,"diskFreeBytes":null,"caches":{"sessions":{"hit":9,"miss":1}}}')`,
    [name, seenAgo],
  )
const countQueued = async () => {
  const [row] = await app.sql('select count(*)::int as n from pgboss.job where name = $1', [schedule])
  return row?.n
}
const signInWith = async (companyId: string) => app.signIn(await buildUser(app, { companyId, permissions }))

describe('the state', () => {
  it('has the nodes that run, and those that have ended without saying so', async () => {
    await addNode('a', '2 seconds')
    await addNode('b', '2 minutes')
    // It was started again under its name.
    await addNode('a', '3 minutes')
    const { nodes } = await readState()
    expect(nodes.map(({ name, lost, condition }) => ({ name, lost, busy: condition?.pool.busy }))).toEqual([
      { name: 'a', lost: false, busy: 3 },
      { name: 'b', lost: true, busy: undefined },
    ])
  })
  it('has what nodes read from their caches, and none of a node that does not say', async () => {
    await addNode('a', '2 seconds')
    await addNode('b', '2 seconds')
    await app.sql(`update nodes set condition = condition - 'caches' where name = 'b'`)
    const { nodes } = await readState()
    expect(nodes.map(({ condition }) => condition?.caches)).toEqual([[{ name: 'sessions', hits: 9, misses: 1 }], []])
  })
  it('has statements where PostgreSQL counts them', async () => {
    expect((await readState()).statements).toBeNull()
    await app.sql(`create view pg_stat_statements as
      select pg_database.oid as dbid, pg_roles.oid as userid, query, 4::bigint as calls, 10::float8 as total_exec_time
      from pg_database, pg_roles, (values ('select  $1\n from users'), ('alter role a password ''b''')) said (query)
      where datname = current_database() and rolname in ('atrium_company', 'pg_monitor')`)
    await app.sql('grant select on pg_stat_statements to public')
    const { statements } = await readState()
    await app.sql('drop view pg_stat_statements')
    expect(statements).toEqual([{ text: 'select $1 from users', calls: 4, meanMs: 2.5, totalMs: 10 }])
  })
  it('has a queue whose oldest job waits', async () => {
    // No node works on it.
    await app.sql(`select pgboss.create_queue('test.waiting', '{"policy":"standard"}')`)
    await app.sql(`insert into pgboss.job (name, start_after) values ('test.waiting', now() - interval '10 minutes')`)
    const queue = (await readState()).queues.find(({ name }) => name === 'test.waiting')
    expect(Math.round(queue?.oldestSeconds ?? 0)).toBeGreaterThanOrEqual(600)
  })
  it('has the newest backup, the newest proof, and whether a copy is quiet', async () => {
    await app.sql(`insert into backup_records (kind, name, place, began_at, ended_at, problem) values
      ('backup', 'old', '/backups', now() - interval '2 days', now() - interval '2 days', null),
      ('backup', 'new', '/backups', now() - interval '1 hour', now() - interval '1 hour', null),
      ('proof', 'new', '/backups', now() - interval '50 minutes', now(), '审计链断开')`)
    await app.sql('update installation set quiet_since = now()')
    const { backups, quietTime } = await readState()
    expect(backups.map(({ kind, name, problem }) => ({ kind, name, problem }))).toEqual([
      { kind: 'backup', name: 'new', problem: null },
      { kind: 'proof', name: 'new', problem: '审计链断开' },
    ])
    expect(quietTime).toEqual(expect.any(String))
    await app.sql('update installation set quiet_since = null')
    expect((await readState()).quietTime).toBeNull()
  })
  it('says whether names are sorted in another way than their indexes', async () => {
    expect((await readState()).database.orderChanged).toBe(false)
    await app.superuserSql(`update pg_collation set collversion = '1' where collname = 'by_name'`)
    expect((await readState()).database.orderChanged).toBe(true)
    await app.sql('alter collation by_name refresh version')
    expect((await readState()).database.orderChanged).toBe(false)
  })
  it('has the database, the audit log and the migrations', async () => {
    const { database, largestTables, audit, migrations, version } = await readState()
    expect(version).toMatch(/^\d+\.\d+\.\d+/)
    expect(database.bytes).toBeGreaterThan(0)
    expect(largestTables.length).toBeGreaterThan(0)
    expect(audit.rows).toBeGreaterThan(0)
    expect(migrations).toMatchObject({ newest: { name: expect.stringMatching(/^\d{4}_/) }, pending: [] })
  })
})

describe('a schedule', () => {
  it('is run besides its times, which is audited', async () => {
    expect((await app.call(runSchedule, { params }, operator)).code).toBe(0)
    expect(await countQueued()).toBe(1)
    const [audited] = await app.sql('select event, entity_name from audit_log order by time desc limit 1')
    expect(audited).toEqual({ event: 'schedule.started', entity_name: '签署审计检查点' })
  })
  it('is paused and resumed', async () => {
    expect((await app.call(pauseSchedule, { params }, operator)).code).toBe(0)
    const [paused] = (await readState()).schedules
    expect(paused).toMatchObject({ name: schedule, nextTime: null, pausedTime: expect.any(String) })
    expect((await app.call(resumeSchedule, { params }, operator)).code).toBe(0)
    const [resumed] = (await readState()).schedules
    expect(resumed).toMatchObject({ nextTime: expect.any(String), pausedTime: null })
  })
  it('is one that a node has declared', async () => {
    for (const name of ['users.erase', 'a.b'])
      expect((await app.call(runSchedule, { params: { name } }, operator)).code).toBe(404)
    const odd = await app.call(runSchedule, { params: { name: 'select 1' } }, operator)
    expect(odd.code).not.toBe(0)
    expect(await countQueued()).toBe(0)
  })
})

describe('a caller', () => {
  it('of a company gets nothing, whatever their role holds', async () => {
    const token = await signInWith(await buildTenant(app, '外部公司'))
    for (const endpoint of [runSchedule, pauseSchedule, resumeSchedule])
      expect((await app.call(endpoint, { params }, token)).code).toBe(403)
    const { code, data } = await app.call(state, {}, token)
    expect({ code, data }).toEqual({ code: 403, data: undefined })
    expect(await app.sql('select from schedules where paused_at is not null')).toEqual([])
  })
  it('of the operator needs the permissions', async () => {
    const companyId = await readPlatformCompany(app)
    const token = await app.signIn(await buildUser(app, { companyId }))
    expect((await app.call(state, {}, token)).code).toBe(403)
    expect((await app.call(pauseSchedule, { params }, token)).code).toBe(403)
    expect((await app.call(state, {}, await signInWith(companyId))).code).toBe(0)
  })
})
