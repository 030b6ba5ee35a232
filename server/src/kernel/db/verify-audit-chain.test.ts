import { randomUUID } from 'node:crypto'
import { baseParametersContract } from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../test/harness.ts'
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
    expect(await verifyAuditChain(app.ownerUrl)).toEqual({ rows: counted?.n, brokenLinks: [] })
    expect(await lastSeq()).toBe(10)
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
