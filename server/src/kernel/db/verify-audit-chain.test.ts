import { randomUUID } from 'node:crypto'
import { baseParametersContract } from '@atrium/contract/features/base-parameters/base-parameters.contract.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../test/factories.ts'
import { createTestApp, type TestApp } from '../../../test/harness.ts'
import { verifyAuditChain } from './verify-audit-chain.ts'

let app: TestApp
let company: string
beforeAll(async () => {
  app = await createTestApp()
})
// Each test spoils the chain of a company of its own.
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
const broken = async () => (await verifyAuditChain(app.ownerUrl)).broken.filter((link) => link.company === company)
const lastSeq = async () =>
  Number((await app.sql('select max(seq) as n from audit_log where company_id = $1', [company]))[0]?.n)
/** As somebody who owns the database and means harm. */
const tamper = (text: string, ...values: unknown[]) => app.sql(text, [company, ...values])

describe('the audit chain', () => {
  it('holds after parallel writes and counts every row', async () => {
    const [counted] = await app.sql('select count(*)::int as n from audit_log')
    expect(await verifyAuditChain(app.ownerUrl)).toEqual({ rows: counted?.n, broken: [] })
    expect(await lastSeq()).toBe(10)
  })
  it.each(['event', 'ip', 'entity_name', 'trace_id'])('shows a changed %s', async (column) => {
    await tamper(`update audit_log set ${column} = 'x' where company_id = $1 and seq = 4`)
    expect(await broken()).toEqual([{ company, seq: 4, fault: 'changed' }])
  })
  it('shows a changed row whose own hash was computed anew', async () => {
    await tamper(`update audit_log set after = '{"x":1}' where company_id = $1 and seq = 4`)
    await tamper('update audit_log set hash = audit_hash(audit_log) where company_id = $1 and seq = 4')
    expect(await broken()).toEqual([{ company, seq: 5, fault: 'changed' }])
  })
  it('shows a missing row', async () => {
    await tamper('delete from audit_log where company_id = $1 and seq = 3')
    expect(await broken()).toEqual([{ company, seq: 3, fault: 'missing' }])
  })
  it('shows that the first row is missing', async () => {
    await tamper('delete from audit_log where company_id = $1 and seq = 1')
    expect(await broken()).toEqual([{ company, seq: 1, fault: 'missing' }])
  })
  it('shows a tail that was cut', async () => {
    await tamper('delete from audit_log where company_id = $1 and seq > 6')
    expect(await broken()).toEqual([{ company, seq: 7, fault: 'cut' }])
  })
  it('shows that all of it is gone', async () => {
    await tamper('delete from audit_log where company_id = $1')
    expect(await broken()).toEqual([{ company, seq: 1, fault: 'cut' }])
  })
  it('shows two rows that changed places', async () => {
    await tamper('update audit_log set seq = -seq where company_id = $1 and seq in (4, 5)')
    await tamper('update audit_log set seq = 9 + seq where company_id = $1 and seq < 0')
    expect(await broken()).toEqual([{ company, seq: 4, fault: 'changed' }])
  })
  it('names the first of several faults', async () => {
    await tamper('delete from audit_log where company_id = $1 and seq in (2, 9)')
    await tamper(`update audit_log set ip = 'x' where company_id = $1 and seq = 5`)
    expect(await broken()).toEqual([{ company, seq: 2, fault: 'missing' }])
  })
  it('cannot be rewritten by the role that serves', async () => {
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
