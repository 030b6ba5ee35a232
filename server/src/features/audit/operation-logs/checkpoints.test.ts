import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  checkpointFile,
  operationLogsContract,
} from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { baseParametersContract } from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp, testSecretKey } from '../../../../test/harness.ts'
import { isThorough } from '../../../../test/thorough.ts'
import { verifyAuditChain } from '../../../kernel/db/verify-audit-chain.ts'
import { createSecrets, toFingerprint } from '../../../kernel/secrets.ts'
import { checkProof } from './check-proof.ts'
import { createCheckpoints } from './checkpoints.service.ts'
import { verifyExportedCheckpoints, verifyStoredCheckpoints } from './verify-checkpoints.ts'

const { checkpoints, exportProof, operations, verifyChain } = operationLogsContract
const secrets = createSecrets(testSecretKey)

let app: TestApp
let folder: string
let company: string
let token: string
let reader: string
beforeAll(async () => {
  app = await createTestApp()
  folder = await mkdtemp(join(tmpdir(), 'atrium-checkpoints-'))
  afterAll(() => rm(folder, { recursive: true, force: true }))
})
beforeEach(async () => {
  company = await buildCompany(app, `公司${Math.random()}`)
  token = await app.signIn(await buildUser(app, { companyId: company, permissions: ['sysBases:add'] }))
  const reading = ['sysLogs:oper', 'sysLogs:export', 'sysLogs:verify']
  reader = await app.signIn(await buildUser(app, { companyId: company, permissions: reading }))
  for (const n of [1, 2, 3, 4]) await add(`n${n}`)
})
const add = (code: string) =>
  app.call(baseParametersContract.create, { body: { code, name: '名', kind: 'string' as const, value: '' } }, token)
const failures: unknown[] = []
const seal = () =>
  createCheckpoints({ database: app.database, secrets, checkpointFolder: folder }).sealDue((error) =>
    failures.push(error),
  )
const readExport = async () => {
  const { data } = await app.call(checkpoints, {}, reader)
  if (!data) throw new Error('no checkpoints')
  return data
}
const readDifference = async () => {
  const { broken } = await verifyStoredCheckpoints(app.database, [secrets.publicKey])
  return broken.filter((each) => each.company === company)
}
const check = async (from = 0) => (await app.call(verifyChain, { query: { from } }, reader)).data
/** Rewrites the chain as the database owner could: consistently, with all following hashes. */
const rewriteFrom = async (seq: number) => {
  await app.sql(`update audit_log set ip = '6.6.6.6' where company_id = $1 and seq = $2`, [company, seq])
  const [{ newest } = {}] = await app.sql('select max(seq) as newest from audit_log where company_id = $1', [company])
  for (let at = seq; at <= Number(newest); at += 1) {
    await app.sql(
      `update audit_log set prev = coalesce((select hash from audit_log before
         where before.company_id = $1 and before.seq = audit_log.seq - 1), '') where company_id = $1 and seq = $2`,
      [company, at],
    )
    await app.sql('update audit_log set hash = audit_hash(audit_log) where company_id = $1 and seq = $2', [company, at])
  }
  await app.sql(
    `update audit_heads set hash = (select hash from audit_log where company_id = $1 and seq = audit_heads.seq)
     where company_id = $1`,
    [company],
  )
}
const dayLater = () =>
  app.sql(`update audit_checkpoints set time = time - interval '1 day' where company_id = $1`, [company])

describe('checkpoints', () => {
  it('are signed once a day for every chain with new rows, each from where the last one ended', async () => {
    const oldKey = secrets.publicKey
    await seal()
    await add('n5')
    await seal()
    const first = await readExport()
    expect(first).toMatchObject({ publicKey: oldKey, fingerprint: toFingerprint(oldKey) })
    expect(first.checkpoints).toMatchObject([{ company, after: 0, seq: 8 }])
    await dayLater()
    await seal()
    expect((await readExport()).checkpoints.map(({ after, seq }) => [after, seq])).toEqual([
      [0, 8],
      [8, 9],
    ])
    expect(failures).toEqual([])
  })
  it('of all companies are written to the file of the day', async () => {
    await seal()
    await rm(folder, { recursive: true })
    await seal()
    const [name, ...others] = await readdir(folder)
    expect([name, others]).toEqual([expect.stringMatching(/^checkpoint-\d{4}-\d{2}-\d{2}\.json$/), []])
    const file = checkpointFile.parse(JSON.parse(await readFile(join(folder, String(name)), 'utf8')))
    expect(file.checkpoints.filter((each) => each.company === company)).toEqual((await readExport()).checkpoints)
    expect(new Set(file.checkpoints.map((each) => each.company)).size).toBe(file.checkpoints.length)
  })
  it('can be added and read by the server’s database role, but not changed', async () => {
    await seal()
    for (const text of ['update audit_checkpoints set seq = seq', 'delete from audit_checkpoints'])
      await expect(app.database.statement({ text, values: [] })).rejects.toThrow(/permission denied/)
  })
  it('are visible neither to other companies nor without the right', async () => {
    await seal()
    const other = await buildUser(app, { companyId: await buildCompany(app, '别家'), permissions: ['sysLogs:verify'] })
    expect((await app.call(checkpoints, {}, await app.signIn(other))).data?.checkpoints).toEqual([])
    expect((await app.call(checkpoints, {}, token)).status).toBe(403)
  })
})

describe('verifying with checkpoints', () => {
  beforeEach(seal)
  it('finds nothing where nothing was changed', async () => {
    await add('n5')
    expect(await readDifference()).toEqual([])
    expect(
      (await verifyExportedCheckpoints(app.database, secrets.publicKey, (await readExport()).checkpoints)).broken,
    ).toEqual([])
    expect(await check()).toEqual({ archived: 0, checked: 9, upTo: 9, head: 9 })
  })
  it('finds a chain its owner rewrote completely, by stored and by exported checkpoints', async () => {
    const { publicKey, checkpoints: kept } = await readExport()
    await rewriteFrom(3)
    expect((await verifyAuditChain(app.ownerUrl)).brokenLinks.filter((each) => each.company === company)).toEqual([])
    const found = { seq: 1, last: 8, fault: 'rewritten' }
    expect(await readDifference()).toEqual([{ company, ...found }])
    expect((await verifyExportedCheckpoints(app.database, publicKey, kept)).broken).toEqual([{ company, ...found }])
    expect((await check())?.broken).toMatchObject(found)
    expect((await check(8))?.broken).toBeUndefined()
  })
  it('names the checkpoints between which it was rewritten', async () => {
    await dayLater()
    await add('n5')
    await add('n6')
    await seal()
    // Restores the signed time that was moved to yesterday above.
    await app.sql(`update audit_checkpoints set time = time + interval '1 day' where company_id = $1 and after = 0`, [
      company,
    ])
    await rewriteFrom(9)
    const found = { seq: 9, last: 10, fault: 'rewritten' }
    expect(await readDifference()).toEqual([{ company, ...found }])
    expect((await check())?.broken).toMatchObject(found)
    expect((await check(8))?.broken).toMatchObject(found)
  })
  it('finds by exported checkpoints what was cut off together with the stored ones', async () => {
    const { publicKey, checkpoints: kept } = await readExport()
    await app.sql('delete from audit_checkpoints where company_id = $1', [company])
    await app.sql('delete from audit_log where company_id = $1 and seq > 6', [company])
    await app.sql(
      `update audit_heads set seq = 6, hash = (select hash from audit_log where company_id = $1 and seq = 6)
       where company_id = $1`,
      [company],
    )
    expect((await verifyAuditChain(app.ownerUrl)).brokenLinks.filter((each) => each.company === company)).toEqual([])
    expect(await readDifference()).toEqual([])
    expect((await verifyExportedCheckpoints(app.database, publicKey, kept)).broken).toEqual([
      { company, seq: 1, last: 8, fault: 'cut' },
    ])
  })
  it('finds a forged stored checkpoint', async () => {
    await rewriteFrom(3)
    await app.sql(
      `update audit_checkpoints set hash = (select hash from audit_log where company_id = $1 and seq = 8)
       where company_id = $1`,
      [company],
    )
    expect(await readDifference()).toMatchObject([{ company, seq: 8, fault: 'unsigned' }])
    expect((await check())?.broken).toMatchObject({ seq: 8, fault: 'unsigned' })
  })
})

describe('a proof', () => {
  const exportProofText = async (body = {}) => (await app.call(exportProof, { body }, reader)).raw.toString('utf8')
  type Row = { seq: number; text: string; prev: string; path: string[] }
  type Proof = { rows: Row[]; checkpoints: { root: string }[] }
  const changed = (text: string, change: (proof: Proof) => unknown) => {
    const proof = JSON.parse(text)
    change(proof)
    return checkProof(JSON.stringify(proof))
  }
  it('verifies by itself for the requested rows, including the newest, and is audited', async () => {
    const text = await exportProofText({ 'f.module': 'sysBases' })
    expect(checkProof(text)).toEqual({ rows: 4, publicKey: secrets.publicKey, faults: [] })
    expect(JSON.parse(text).rows.map(({ seq }: Row) => seq)).toEqual([8, 7, 6, 5])
    expect(text).not.toContain('signIn.verified')
    expect((await app.call(operations, { query: {} }, reader)).data?.[0]).toMatchObject({
      action: 'operationLog.proved',
      after: { 'f.module': 'sysBases' },
    })
    await add('n5')
    expect(checkProof(await exportProofText())).toMatchObject({ rows: 10, faults: [] })
  })
  it.runIf(isThorough)('spans several batches and checkpoints', async () => {
    await app.sql(
      `insert into audit_log (company_id, seq, id, time, trace_id, ip, agent, event, ok, code, ms, prev, hash)
       select $1, 0, gen_random_uuid(), now(), repeat('a', 32), '::1', '', 'portrait.replaced', true, 0, 1, '', ''
       from generate_series(1, 10500)`,
      [company],
    )
    const text = await exportProofText({ 'f.module': 'sysBases' })
    expect(JSON.parse(text).checkpoints).toMatchObject([{ after: 0, seq: 4096 }])
    expect(checkProof(text)).toMatchObject({ rows: 4, faults: [] })
    expect((await readExport()).checkpoints.map(({ after, seq }) => [after, seq])).toEqual([
      [0, 4096],
      [4096, 8192],
      [8192, 10_508],
    ])
    expect(await app.call(exportProof, { body: {} }, reader)).toMatchObject({ status: 200, code: 9502 })
  })
  it.each<[string, (proof: Proof) => unknown, string]>([
    [
      'what a row says',
      ({ rows }) => Object.assign(rows[1] as Row, { text: rows[1]?.text.replace('n3', 'n9') }),
      'changed',
    ],
    ['which row it is', ({ rows }) => Object.assign(rows[1] as Row, { seq: 6 }), 'changed'],
    ['the row before', ({ rows }) => Object.assign(rows[1] as Row, { prev: 'ff'.repeat(32) }), 'changed'],
    ['the path', ({ rows }) => Object.assign(rows[1] as Row, { path: rows[1]?.path.slice(1) }), 'changed'],
  ])('detects a change of %s', async (_, change, fault) => {
    const { rows, faults } = changed(await exportProofText({ 'f.module': 'sysBases' }), change)
    expect([rows, faults.map((each) => each.fault)]).toEqual([4, [fault]])
  })
  it('detects a checkpoint with an invalid signature', async () => {
    const text = await exportProofText({ 'f.module': 'sysBases' })
    const { faults } = changed(text, (proof) => Object.assign(proof.checkpoints[0] ?? {}, { root: 'ff'.repeat(32) }))
    expect(faults.map(({ fault }) => fault)).toEqual(Array(4).fill('unsigned'))
  })
  it('requires the right', async () => {
    expect((await app.call(exportProof, { body: {} }, token)).status).toBe(403)
  })
})
