import { randomUUID } from 'node:crypto'
import { baseParametersContract } from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../test/harness.ts'
import { writeAudits } from './audit-log.ts'
import { verifyAuditChain } from './verify-audit-chain.ts'

let app: TestApp
let company: string
beforeAll(async () => {
  app = await createTestApp()
})
// Each test tampers with a company of its own.
beforeEach(async () => {
  company = await buildCompany(app, `公司${randomUUID()}`)
  const token = await app.signIn(await buildUser(app, { companyId: company, permissions: ['sysBases:add'] }))
  const add = (n: number) =>
    app.call(
      baseParametersContract.create,
      { body: { code: `row.n${n}`, name: '名', kind: 'string', value: '' } },
      token,
    )
  await Promise.all(Array.from({ length: 8 }, (_, n) => add(n)))
})
const brokenLinks = async () =>
  (await verifyAuditChain(app.ownerUrl)).brokenLinks.filter((link) => link.company === company)
const lastSeq = async () =>
  Number((await app.sql('select max(seq) as n from audit_log where company_id = $1', [company]))[0]?.n)
/** Tampers as the owner of the database. */
const tamper = (text: string, ...values: unknown[]) => app.sql(text, [company, ...values])

describe('the audit chain', () => {
  it('is intact after parallel writes, and every row is counted', async () => {
    const [counted] = await app.sql('select count(*)::int as n from audit_log')
    expect(await verifyAuditChain(app.ownerUrl)).toMatchObject({ rows: counted?.n, brokenLinks: [] })
    expect(await lastSeq()).toBe(10)
  })
  it('is intact after many rows in one statement, also in the logs of several companies', async () => {
    const other = await buildCompany(app, `公司${randomUUID()}`)
    const toEntry = (companyId: string, at: number) => ({
      companyId,
      actor: null,
      sessionId: null,
      origin: { traceId: 't', ip: '', agent: '' },
      event: 'row.added',
      entityId: String(at),
      entityName: '名',
      after: { at },
      ok: true,
      code: 0,
      ms: 1,
    })
    const entries = Array.from({ length: 600 }, (_, at) => toEntry(at % 3 === 0 ? other : company, at))
    for (const of of [entries, entries.slice(0, 3)])
      await app.database.transact({ reach: 'platform' }, (db) => writeAudits(db, of))
    const chains = await app.sql(
      `select audit_heads.seq::int as head, count(*)::int as rows, max(audit_log.seq)::int as last
       from audit_log join audit_heads using (company_id) where company_id = any($1) group by 1 order by 1`,
      [[company, other]],
    )
    expect(chains).toEqual([
      { head: 201, rows: 201, last: 201 },
      { head: 412, rows: 412, last: 412 },
    ])
    const logged = await app.sql(`select entity_id from audit_log where company_id = $1 order by seq limit 200`, [
      other,
    ])
    expect(logged.map(({ entity_id: id }) => Number(id))).toEqual(Array.from({ length: 200 }, (_, at) => at * 3))
    expect((await verifyAuditChain(app.ownerUrl)).brokenLinks).toEqual([])
  })
  it('goes on after the head of a log that was cut short, which stays found', async () => {
    await tamper('delete from audit_log where company_id = $1 and seq > 6')
    const token = await app.signIn(await buildUser(app, { companyId: company, permissions: [] }))
    expect(token).not.toBe('')
    expect(await brokenLinks()).toEqual([{ company, seq: 7, fault: 'missing' }])
  })
  it.each(['event', 'ip', 'entity_name', 'trace_id'])('detects a changed %s', async (column) => {
    await tamper(`update audit_log set ${column} = 'x' where company_id = $1 and seq = 4`)
    expect(await brokenLinks()).toEqual([{ company, seq: 4, fault: 'changed' }])
  })
  it('detects a changed row with a recomputed hash', async () => {
    await tamper(`update audit_log set after = '{"x":1}' where company_id = $1 and seq = 4`)
    await tamper('update audit_log set hash = audit_hash(audit_log) where company_id = $1 and seq = 4')
    expect(await brokenLinks()).toEqual([{ company, seq: 5, fault: 'changed' }])
  })
  it('detects a missing row', async () => {
    await tamper('delete from audit_log where company_id = $1 and seq = 3')
    expect(await brokenLinks()).toEqual([{ company, seq: 3, fault: 'missing' }])
  })
  it('detects a missing first row', async () => {
    await tamper('delete from audit_log where company_id = $1 and seq = 1')
    expect(await brokenLinks()).toEqual([{ company, seq: 1, fault: 'missing' }])
  })
  it('detects a truncated tail', async () => {
    await tamper('delete from audit_log where company_id = $1 and seq > 6')
    expect(await brokenLinks()).toEqual([{ company, seq: 7, fault: 'cut' }])
  })
  it('detects that all rows are missing', async () => {
    await tamper('delete from audit_log where company_id = $1')
    expect(await brokenLinks()).toEqual([{ company, seq: 1, fault: 'cut' }])
  })
  it('detects two swapped rows', async () => {
    await tamper('update audit_log set seq = -seq where company_id = $1 and seq in (4, 5)')
    await tamper('update audit_log set seq = 9 + seq where company_id = $1 and seq < 0')
    expect(await brokenLinks()).toEqual([{ company, seq: 4, fault: 'changed' }])
  })
  it('reports the first of several faults', async () => {
    await tamper('delete from audit_log where company_id = $1 and seq in (2, 9)')
    await tamper(`update audit_log set ip = 'x' where company_id = $1 and seq = 5`)
    expect(await brokenLinks()).toEqual([{ company, seq: 2, fault: 'missing' }])
  })
  it('cannot be rewritten by the serving role', async () => {
    const denied = /permission denied/
    for (const text of [
      'update audit_log set ip = ip',
      'delete from audit_log',
      'truncate audit_log',
      'select 1 from audit_heads',
    ]) {
      await expect(app.database.statement({ text, values: [] })).rejects.toThrow(denied)
    }
  })
})
