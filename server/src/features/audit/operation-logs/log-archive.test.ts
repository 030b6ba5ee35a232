import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { operationLogsContract } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { segmentsContract } from '@atrium/contract/features/audit/operation-logs/segments.contract.ts'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type ArchiveStage, createArchiveStage } from '../../../../test/archive-stage.ts'
import { buildCompany, buildUser } from '../../../../test/factories.ts'
import { createTestApp, type TestApp, testSecretKey } from '../../../../test/harness.ts'
import { asOwner } from '../../../kernel/db/as-owner.ts'
import { verifyAuditChain } from '../../../kernel/db/verify-audit-chain.ts'
import type { FileStore } from '../../../kernel/files/file-store.ts'
import { createSecrets } from '../../../kernel/secrets.ts'
import { checkProof } from './check-proof.ts'
import { checkSegment } from './check-segment.ts'
import { signSegmentsAgain } from './signed-again.repository.ts'
import { verifyStoredCheckpoints } from './verify-checkpoints.ts'
import { verifySegments } from './verify-segments.ts'

const { exportProof, operations, timeline, verifyChain } = operationLogsContract
const { exportSegment, segments } = segmentsContract

let app: TestApp
let stage: ArchiveStage
let company: string
let token: string
let reader: string
beforeAll(async () => {
  app = await createTestApp()
  stage = await createArchiveStage(app)
})
beforeEach(async () => {
  await stage.keep('3')
  ;({ company, token, reader } = await stage.build())
})

const listSegments = async (by = reader) =>
  (await app.call(segments, {}, by)).data?.segments.map(({ first, last }) => [first, last])
const check = async (from = 0) => (await app.call(verifyChain, { query: { from } }, reader)).data
const download = (first = 1, by = reader) => app.call(exportSegment, { body: { first } }, by)
/** Everything that is verified beside the files. */
const findFaults = async () => {
  const { publicKeys } = stage.secrets
  const { brokenLinks } = await verifyAuditChain(app.ownerUrl)
  const { broken } = await verifyStoredCheckpoints(app.database, publicKeys)
  const files = await verifySegments(app.database, stage.store.archive, {
    publicKeys,
    isKnown: (key) => publicKeys.includes(key),
  })
  return [...brokenLinks, ...broken, ...files.broken].filter((each) => each.company === company)
}
/** Until the test ends, rows are not deleted. */
const keepRows = async () => {
  const allow = async () => {
    await app.sql('grant execute on function delete_archived_rows(uuid, bigint, text, integer) to atrium_platform')
  }
  await app.sql('revoke execute on function delete_archived_rows(uuid, bigint, text, integer) from atrium_platform')
  onTestFinished(allow)
  return allow
}
const pathOf = (sha256: string) => join(app.fileFolder, 'archive', company, sha256.slice(0, 2), sha256)

describe('archiving', () => {
  it('moves whole checkpoints of old rows into a file and goes on with the chain', async () => {
    await stage.add(token, 'n5')
    expect(await stage.archiveDue()).toEqual([])
    expect(await stage.listRows(company)).toEqual([9, 10])
    expect(await listSegments()).toEqual([[1, 8]])
    expect(await stage.listFiles(company)).toHaveLength(1)
    expect(await findFaults()).toEqual([])
    expect(await check()).toEqual({ archived: 8, checked: 2, upTo: 10, head: 10 })
    const { data } = await app.call(operations, { query: {} }, reader)
    expect(data?.map(({ action, entityName }) => [action, entityName])).toEqual([
      ['operationLog.archived', '第 1 到 8 条'],
      ['baseParameter.created', '名'],
    ])
    expect(await stage.archiveDue()).toEqual([])
    expect(await listSegments()).toEqual([[1, 8]])
  })
  it('lets what asks for one old row find nothing', async () => {
    const before = await app.call(operations, { query: { 'f.event': 'baseParameter.created' } }, reader)
    const { entityId = '', time = '' } = before.data?.[0] ?? {}
    await stage.archiveDue()
    const of = { params: { entity: 'baseParameter', id: entityId }, query: {} }
    expect(await app.call(timeline, of, reader)).toMatchObject({ code: 0, data: [], total: 0 })
    const day = time.slice(0, 10)
    const past = { 'f.time': `${day} 00:00:00~${day} 23:59:59` }
    expect(await app.call(operations, { query: past }, reader)).toMatchObject({ code: 0, data: [], total: 0 })
  })
  it('goes on where it ended, and leaves a log whose every row is archived in order', async () => {
    await stage.archiveDue()
    await stage.add(token, 'n5', 'n6')
    await stage.age(company)
    expect(await stage.archiveDue()).toEqual([])
    expect(await listSegments()).toEqual([
      [1, 8],
      [9, 11],
    ])
    await app.sql(`select age_rows($1, '4 months')`, [company])
    expect(await findFaults()).toEqual([])
    expect(await check()).toMatchObject({ archived: 11, upTo: 12, head: 12 })
  })
  it('writes no file for its own entries alone', async () => {
    await stage.archiveDue()
    await stage.age(company)
    expect(await stage.archiveDue()).toEqual([])
    expect([await listSegments(), await stage.listRows(company)]).toEqual([[[1, 8]], [9]])
  })
  it('moves nothing by default, nor what is younger', async () => {
    for (const months of ['always', '6']) {
      await stage.keep(months)
      expect(await stage.archiveDue()).toEqual([])
      expect(await stage.listRows(company)).toHaveLength(8)
    }
    expect(await listSegments()).toEqual([])
  })
  it('moves rows once, however many runs there are', async () => {
    const runs = await Promise.all([stage.archiveDue(), stage.archiveDue(), stage.archiveDue()])
    expect(runs.flat()).toEqual([])
    expect(await listSegments()).toEqual([[1, 8]])
    expect(await stage.listRows(company)).toEqual([9])
    expect(await findFaults()).toEqual([])
  })
  it('has nothing to report when another run overtakes it, wherever it is', async () => {
    let left = 0
    for (let at = 1; left <= 0; at++) {
      const { company } = await stage.build()
      left = at
      const errors = await stage.archiveDue(stage.store, async () => {
        left -= 1
        if (left === 0) expect(await stage.archiveDue()).toEqual([])
      })
      expect([at, errors, await stage.listRows(company)]).toEqual([at, [], [9]])
    }
  })
  it('leaves a log that was changed as it is', async () => {
    await app.sql(`update audit_log set ip = '6.6.6.6' where company_id = $1 and seq = 4`, [company])
    expect(await stage.archiveDue()).toEqual([
      `the file of rows 1 to 8 of ${company} is not what was sealed: no row was deleted`,
      'the audit logs of 1 companies were not archived',
    ])
    expect(await listSegments()).toEqual([])
    expect(await stage.listRows(company)).toHaveLength(8)
    await app.sql('delete from audit_checkpoints where company_id = $1', [company])
  })
  it('leaves files that nothing names, unless their company was erased', async () => {
    await stage.archiveDue()
    const put = async (owner: string) => {
      const received = await stage.store.receive([Buffer.from(owner)])
      await stage.store.archive.put(owner, received)
      await received.discard()
    }
    const erased = '00000000-0000-4000-8000-000000000000'
    await Promise.all([put(erased), put(company)])
    await stage.archiveDue()
    expect([await stage.listFiles(erased), (await stage.listFiles(company)).length]).toEqual([[], 2])
  })
})

describe('a process that ends', () => {
  const failing = (archive: Partial<FileStore['archive']>): FileStore => ({
    ...stage.store,
    archive: { ...stage.store.archive, ...archive },
  })
  const killed = () => Promise.reject(new Error('killed'))

  it('after it wrote the file leaves the rows, and the next one writes the same file', async () => {
    const dying = failing({ read: killed })
    expect(await stage.archiveDue(dying)).toContain('killed')
    expect([await listSegments(), await stage.listRows(company)]).toEqual([[], [1, 2, 3, 4, 5, 6, 7, 8]])
    const written = await stage.listFiles(company)
    expect(written).toHaveLength(1)
    expect(await stage.archiveDue()).toEqual([])
    expect([await listSegments(), await stage.listFiles(company)]).toEqual([[[1, 8]], written])
    expect(await findFaults()).toEqual([])
  })
  it('after it recorded the segment, or in the middle of deleting, leaves a log that is whole', async () => {
    const allow = await keepRows()
    expect((await stage.archiveDue()).join()).toContain('permission denied')
    expect(await listSegments()).toEqual([[1, 8]])
    expect(await stage.listRows(company)).toHaveLength(9)
    expect(await findFaults()).toEqual([])
    expect(await check()).toEqual({ archived: 8, checked: 1, upTo: 9, head: 9 })
    const [digest = ''] = await stage.listFiles(company)
    await app.sql('select delete_archived_rows($1, 1, $2, 3)', [company, digest])
    expect(await stage.listRows(company)).toEqual([4, 5, 6, 7, 8, 9])
    expect(await findFaults()).toEqual([])
    const proof = checkProof((await app.call(exportProof, { body: {} }, reader)).raw.toString('utf8'))
    expect(proof).toMatchObject({ rows: 1, faults: [] })
    await app.sql(`update audit_log set ip = '6.6.6.6' where company_id = $1 and seq = 6`, [company])
    expect(await findFaults()).toEqual([{ company, seq: 6, fault: 'changed' }])
    await allow()
    expect(await stage.archiveDue()).toEqual([])
    expect((await stage.listRows(company)).filter((seq) => Number(seq) < 9)).toEqual([])
    expect(await findFaults()).toEqual([])
  })
  it('leaves rows whose file was damaged since, or is gone', async () => {
    const allow = await keepRows()
    await stage.archiveDue()
    await allow()
    const [digest = ''] = await stage.listFiles(company)
    const whole = await stage.store.archive.read({ companyId: company, sha256: digest })
    const bytes = await buffer(whole ?? Readable.from([]))
    await writeFile(pathOf(digest), bytes.subarray(0, bytes.length - 20))
    expect((await stage.archiveDue()).join()).toContain('文件已损坏，无法解压')
    await stage.store.archive.remove({ companyId: company, sha256: digest })
    expect((await stage.archiveDue()).join()).toContain('are not in the store')
    expect(await stage.listRows(company)).toHaveLength(9)
    await writeFile(pathOf(digest), bytes)
    expect(await stage.archiveDue()).toEqual([])
    expect(await stage.listRows(company)).toEqual([9])
  })
})

describe('the rows of the log', () => {
  const add = (values: Record<string, string>, of = company) => {
    const fields = {
      first: '1',
      last: '8',
      prev: `''::bytea`,
      hash: '(select hash from audit_log where company_id = $1 and seq = 8)',
      ...values,
    }
    return app.database.statement({
      text: `select add_audit_segment(row($1::uuid, ${fields.first}, ${fields.last}, now(), now(), ${fields.prev},
        ${fields.hash}, repeat('0', 64), 1, now(), ''::bytea)::audit_segments) as added`,
      values: [of],
    })
  }
  it('cannot be deleted by the server’s database role, nor segments be written', async () => {
    await stage.archiveDue()
    for (const text of [
      'delete from audit_log',
      'delete from audit_segments',
      'update audit_segments set last_seq = last_seq',
      'insert into audit_segments select * from audit_segments',
    ])
      await expect(app.database.statement({ text, values: [] })).rejects.toThrow(/permission denied/)
    const remove = { text: `select delete_archived_rows($1, 1, repeat('0', 64), 10)`, values: [company] }
    await expect(app.database.statement(remove)).rejects.toThrow('no segment of this digest')
    const allowed = await app.sql(
      `select bool_or(has_function_privilege('atrium_company', oid, 'execute')) as any, count(*)::int as n from pg_proc
       where proname in ('add_audit_segment', 'delete_archived_rows')`,
    )
    expect(allowed).toEqual([{ any: false, n: 2 }])
  })
  it.each([
    ['that begins later', { first: '2' }],
    ['that ends elsewhere', { last: '7' }],
    ['that follows on something else', { prev: `'x'::bytea` }],
    ['that ends with another row', { hash: `'x'::bytea` }],
  ])('are in no segment %s', async (_, values) => {
    await expect(add(values)).rejects.toThrow('without a gap')
    expect(await stage.listRows(company)).toHaveLength(8)
  })
  it('are in no segment while they are young, or no checkpoint covers them', async () => {
    const young = await buildCompany(app, `公司${Math.random()}`)
    await app.signIn(await buildUser(app, { companyId: young, permissions: [] }))
    const two = { last: '2', hash: '(select hash from audit_log where company_id = $1 and seq = 2)' }
    await expect(add(two, young)).rejects.toThrow('older than four weeks')
    await expect(add(two)).rejects.toThrow('whole checkpoints')
  })
  it('are not deleted for a segment that ends with another row', async () => {
    await keepRows()
    await stage.archiveDue()
    const [digest = ''] = await stage.listFiles(company)
    await app.sql(`update audit_segments set hash = 'x' where company_id = $1`, [company])
    await expect(app.sql('select delete_archived_rows($1, 1, $2, 10)', [company, digest])).rejects.toThrow(
      'another row',
    )
    expect(await stage.listRows(company)).toHaveLength(9)
    await app.sql('delete from audit_segments where company_id = $1', [company])
  })
})

describe('an archived segment', () => {
  beforeEach(async () => {
    await stage.archiveDue()
  })
  it('is downloaded as it was sealed, which is audited', async () => {
    const { status, raw } = await download()
    const { header, fault, sha256 } = await checkSegment(Readable.from([raw]))
    expect(status).toBe(200)
    expect(header).toMatchObject({ company, first: 1, last: 8, rows: 8, publicKey: stage.secrets.publicKey })
    expect([fault, [sha256]]).toEqual([undefined, await stage.listFiles(company)])
    const { data } = await app.call(operations, { query: {} }, reader)
    expect(data?.[0]).toMatchObject({ action: 'operationLog.archiveExported', entityName: '第 1 到 8 条' })
  })
  it('is for those who may export the whole log of its company', async () => {
    const other = await stage.build()
    expect(await listSegments(other.reader)).toEqual([])
    expect((await download(1, other.reader)).code).toBe(404)
    expect((await download(2)).code).toBe(404)
    expect((await download(1, token)).status).toBe(403)
    expect((await app.call(segments, {}, token)).status).toBe(403)
    const narrow = await buildUser(app, { companyId: company, permissions: ['sysLogs:export'] })
    await app.sql(`update roles set data_scope = 'self' where id = $1`, [narrow.roleId])
    expect((await download(1, await app.signIn(narrow))).code).not.toBe(0)
  })
  it('differs from a beginning that was cut off', async () => {
    expect((await check())?.broken).toBeUndefined()
    await app.sql(`update audit_segments set signature = '' where company_id = $1`, [company])
    expect(await check()).toMatchObject({ archived: 8, broken: { seq: 1, last: 8, fault: 'unsigned' } })
    await app.sql('delete from audit_segments where company_id = $1', [company])
    expect((await check())?.broken).toMatchObject({ seq: 1, fault: 'missing' })
  })
  it('is signed again when the key is replaced, and its file stays', async () => {
    const next = createSecrets('k9Zp3vQm7Xr2Lw8Tn5Yb4Hc6Jd1Fs0Ga', { replaced: testSecretKey })
    const verify = async (isKnown: (key: string) => boolean) => {
      const { broken } = await verifySegments(app.database, stage.store.archive, {
        publicKeys: [next.publicKey],
        isKnown,
      })
      return broken.filter((each) => each.company === company).map(({ problem }) => problem)
    }
    expect(await verify(() => true)).toEqual([expect.stringMatching(/^登记的签名不符/)])
    const { signal } = new AbortController()
    await asOwner(app.ownerUrl, (client) => signSegmentsAgain(client, next, signal, async () => undefined))
    expect(await verify((key) => key === stage.secrets.publicKey)).toEqual([])
    expect(await verify(() => false)).toEqual(['检查点由其他系统的密钥签名'])
  })
})
