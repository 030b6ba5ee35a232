import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { verifySegments } from '../../src/features/audit/operation-logs/verify-segments.ts'
import { verifyAuditChain } from '../../src/kernel/db/verify-audit-chain.ts'
import { enqueueJob } from '../../src/kernel/jobs/enqueue-job.ts'
import { createArchiveStage } from '../archive-stage.ts'
import { buildCompany, readPlatformCompany } from '../factories.ts'
import { createTestApp } from '../harness.ts'
import { createKillableNode, kills } from './killable-node.ts'

/** More than are deleted at once. */
const rows = 7000
const companies = 6
/** What a company takes, with all steps, on a machine that is not busy. */
const stepsMs = 1200

let node: Awaited<ReturnType<typeof createKillableNode>> | undefined
afterAll(() => node?.kill())

it(`archives each row once, whose nodes are killed ${kills} times`, { timeout: 1_800_000 }, async () => {
  const app = await createTestApp({ process: ['api'] })
  const stage = await createArchiveStage(app)
  await stage.keep('3')
  const logs: string[] = []
  for (let at = 0; at < companies; at += 1) {
    const company = await buildCompany(app, `公司${at}`)
    await app.sql(
      `insert into audit_log (company_id, seq, id, time, trace_id, ip, agent, event, ok, code, ms, prev, hash)
       select $1, 0, gen_random_uuid(), now(), repeat('a', 32), '::1', '', 'portrait.replaced', true, 0, 1, '', ''
       from generate_series(1, $2::int)`,
      [company, rows],
    )
    await stage.age(company)
    logs.push(company)
  }
  node = await createKillableNode(app)
  const companyId = await readPlatformCompany(app)
  const id = await app.database.transact({ reach: 'company', companyId }, (db) =>
    enqueueJob(db, stage.job, null, { companyId, actor: null }),
  )
  const isAtWork = async () =>
    (await app.sql(`select from pgboss.job where name = 'audit.archive' and state = 'active'`)).length > 0
  let killed = 0
  const isDone = async () => (await node?.readRun(id))?.state === 'done'
  for (let round = 0; round < kills && !(await isDone()); round += 1) {
    node.start()
    while (!((await isAtWork()) || (await isDone()))) await sleep(10)
    // In the middle of writing, of reading back or of deleting.
    await sleep(Math.random() * stepsMs)
    await node.kill()
    const given = await app.sql(
      `update pgboss.job set state = 'retry', start_after = now()
       where name = 'audit.archive' and state = 'active' returning id`,
    )
    killed += given.length
  }
  expect(killed).toBeGreaterThan(0)
  node.start()
  await node.ends(id, 'done')

  const segments = await app.sql(
    'select company_id, first_seq::int, last_seq::int from audit_segments order by array_position($1::uuid[], company_id)',
    [logs],
  )
  expect(segments).toEqual(logs.map((company) => ({ company_id: company, first_seq: 1, last_seq: rows })))
  for (const company of logs) {
    expect(await stage.listRows(company)).toEqual([rows + 1])
    expect(await stage.listFiles(company)).toHaveLength(1)
  }
  const { publicKeys } = stage.secrets
  const isKnown = (key: string) => publicKeys.includes(key)
  const verified = await verifySegments(app.database, stage.store.archive, { publicKeys, isKnown })
  expect(verified).toMatchObject({ segments: companies, rows: companies * rows, broken: [] })
  expect((await verifyAuditChain(app.ownerUrl)).brokenLinks).toEqual([])
})
