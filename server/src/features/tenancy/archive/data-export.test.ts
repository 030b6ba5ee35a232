import { randomBytes, randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { ownJobsContract } from '@atrium/contract/features/operations/jobs/jobs.contract.ts'
import { archiveContract } from '@atrium/contract/features/tenancy/archive/archive.contract.ts'
import { tenantsContract } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import yauzl from 'yauzl'
import { expectOnly } from '../../../../test/architecture/expect-only.ts'
import { callAndConfirm } from '../../../../test/call-and-confirm.ts'
import { buildCompany, buildTenant, buildUser, readPlatformCompany } from '../../../../test/factories.ts'
import { buildStoredFile } from '../../../../test/file-factories.ts'
import { finishedRun, readResult } from '../../../../test/finished-run.ts'
import { createTestApp, type TestApp } from '../../../../test/harness.ts'
import { createPlanter } from '../../../../test/matrix/planted-rows.ts'
import { eventually } from '../../../../test/messaging.ts'
import { excludedColumns, excludedTables } from './excluded-data.ts'

const { close } = tenantsContract
const { exportData } = archiveContract

let app: TestApp
let root: string
beforeAll(async () => {
  app = await createTestApp()
  root = await app.signIn()
})

const buildSubsidiary = async (parent: string) => {
  const id = await buildCompany(app, `下级${randomUUID()}`)
  await app.sql('update companies set parent_id = $2 where id = $1', [id, parent])
  return id
}
/** The files of a valid zip; throws for any other. */
const readFiles = async (bytes: Buffer): Promise<Map<string, string>> => {
  const zip = await yauzl.fromBufferPromise(bytes)
  const files = new Map<string, string>()
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await text(await zip.openReadStreamPromise(entry)))
  return files
}
const exportArchive = async (id: string) => {
  const { data } = await app.call(exportData, { params: { id } }, root)
  const runId = data?.id ?? ''
  const run = await finishedRun(app, root, runId)
  expect(run).toMatchObject({ kind: 'export', failed: 0, files: ['result'], done: run?.total })
  const { bytes, type, name } = await readResult(app, root, runId)
  expect([type, name]).toEqual(['application/zip', expect.stringMatching(/^公司数据 .+ \d{4}-\d\d-\d\d\.zip$/)])
  return readFiles(bytes)
}
const parseLines = (files: Map<string, string>, table: string): Record<string, unknown>[] =>
  (files.get(`${table}.jsonl`) ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

describe('the archive of a tenant', () => {
  it('has the rows of all its companies, no others and no secrets', async () => {
    const planter = await createPlanter(app)
    const [top, neighbour] = [await buildTenant(app, '将要离开'), await buildTenant(app, '留下的')]
    const sub = await buildSubsidiary(top)
    const planted = await Promise.all([top, sub].map((id) => planter.plant(id)))
    await planter.plant(neighbour)
    for (const kind of ['secret', 'string'])
      await app.sql(
        `insert into base_parameters (company_id, id, code, name, kind, value, created_by, updated_by)
         values ($1, gen_random_uuid(), $2, '名', $2, $3, '{}', '{}')`,
        [top, kind, JSON.stringify(`value-${kind}`)],
      )
    const files = await exportArchive(top)
    for (const { table, id } of planted.flat())
      if (!(table in excludedTables)) expect(parseLines(files, table).map((row) => row.id)).toContain(id)
    expect(
      parseLines(files, 'companies')
        .map(({ id }) => id)
        .sort(),
    ).toEqual([top, sub].sort())
    for (const name of files.keys())
      for (const { company_id: of } of parseLines(files, name.replace('.jsonl', '')))
        expect([top, sub, undefined]).toContain(of)
    expect([...files.values()].join()).not.toContain(neighbour)

    expect([...files.keys()]).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/passkeys|totp|password_history/)]),
    )
    for (const [table, { columns, secrets }] of Object.entries(excludedColumns)) {
      expect(parseLines(files, table)).not.toHaveLength(0)
      if (!secrets)
        for (const row of parseLines(files, table)) for (const name of columns) expect(row).not.toHaveProperty(name)
    }
    const everything = [...files.values()].join()
    expect(everything).toContain('value-string')
    expect(everything).not.toContain('value-secret')
    const [{ password_hash: hash } = {}] = await app.sql('select password_hash from users where company_id = $1', [top])
    expect(everything).not.toContain(String(hash))

    const { rows } = JSON.parse(files.get('contents.json') ?? '')
    for (const name of files.keys())
      if (name.endsWith('.jsonl'))
        expect(rows[name.replace('.jsonl', '')]).toBe(parseLines(files, name.replace('.jsonl', '')).length)
    const [audit] = await app.sql(
      `select entity_name, company_id from audit_log where entity_id = $1 and event = 'tenant.exported' and ok`,
      [top],
    )
    expect(audit).toEqual({ entity_name: '将要离开', company_id: await readPlatformCompany(app) })
  })

  it('has the bytes of its files, as their rows name them', async () => {
    const top = await buildTenant(app, '有文件的公司')
    const text = randomBytes(5000).toString('hex')
    await buildStoredFile(app, top, Buffer.from(text))
    const files = await exportArchive(top)
    const [row] = parseLines(files, 'files')
    expect(files.get(`files/${top}/${row?.sha256}`)).toBe(text)
  })

  it('excludes every column that looks like a secret, with listed exceptions', async () => {
    const columns = await app.sql(
      `select table_name || '.' || column_name as column from information_schema.columns
       where table_schema = 'public'
         and table_name in (select table_name from information_schema.tables where table_type = 'BASE TABLE')
         -- Partitions are read through their table.
         and not (select relispartition from pg_class where oid = to_regclass(table_name))
         and (data_type = 'bytea' or column_name ~ 'hash|secret|token|digest|password|key|code$|sealed')
         -- A code that no two rows of a company share names its row.
         and not (column_name = 'code' and to_regclass(table_name || '__code') is not null)
         and (table_name = 'companies' or table_name in (
           select table_name from information_schema.columns where table_schema = 'public' and column_name = 'company_id'))`,
    )
    const shown = columns.flatMap(({ column }) => {
      const [table = '', name = ''] = String(column).split('.')
      return table in excludedTables || excludedColumns[table]?.columns.includes(name) ? [] : [String(column)]
    })
    expectOnly(shown, {
      'audit_checkpoints.hash': 'the hash of a row of the log',
      'audit_checkpoints.root': 'the Merkle root of hashes of the log',
      'audit_checkpoints.signature': 'a signature; its private key is in no table',
      'audit_log.code': 'the result code of a call',
      'audit_log.hash': 'needed to verify the chain',
      'audit_log.prev': 'needed to verify the chain',
      'audit_segments.hash': 'the hash of a row of the log',
      'audit_segments.prev': 'the hash of a row of the log',
      'custom_fields.key': 'what a field is called on the wire',
      'audit_segments.signature': 'a signature; its private key is in no table',
      'base_parameter_versions.code': 'the code name of a parameter',
      'bulk_rows.code': 'the code of a refusal',
      'companies.area_code': 'the area code of a company',
      'companies.credit_code': 'printed on every invoice',
      'enterprises.credit_code': 'printed on every invoice',
      'excels.keys': 'names of the fields that find a row',
      'failed_calls.code': 'the result code of a call',
      'imports.keys': 'names of the fields that find a row',
      'open_app_oidc.secret_by': 'whether an application sends its secret in the header or the body',
      'open_apps.app_key': 'names an application in its calls; its secrets are sealed elsewhere',
      'portraits.thumbnail': 'a picture that colleagues see, smaller',
      'tenant_domains.token': 'published in the DNS',
      'users.must_change_password': 'a flag, not a password',
      'users.password_changed_at': 'a time, not a password',
    })
  })

  it('is available while the tenant is closing, to the platform only', async () => {
    const top = await buildTenant(app, '正在离开')
    const sub = await buildSubsidiary(top)
    expect(
      (await callAndConfirm(app, close, { params: { id: top }, body: { reason: '停', name: '正在离开' } }, root)).done
        .code,
    ).toBe(0)
    expect((await exportArchive(top)).has('users.jsonl')).toBe(true)
    expect(await app.call(exportData, { params: { id: sub } }, root)).toMatchObject({ code: 3016 })
    const other = await buildUser(app, {
      companyId: await buildTenant(app, '别的公司'),
      permissions: ['sysCompanys:tenant'],
    })
    expect((await app.call(exportData, { params: { id: top } }, await app.signIn(other))).code).not.toBe(0)
  })

  it('is not written any further once the run is cancelled, or its caller loses the right', async () => {
    const top = await buildTenant(app, '中途放弃')
    const noise = () => randomBytes(1_000_000).toString('base64')
    for (let n = 0; n < 20; n += 1)
      await app.sql(
        `insert into orgs (company_id, id, name, path, email) values ($1, gen_random_uuid(), $2, '/', $3)`,
        [top, `组织${n}`, noise()],
      )
    const companyId = await readPlatformCompany(app)
    const permissions = ['sysCompanys:tenant']
    const operator = await buildUser(app, { companyId, permissions })
    const token = await app.signIn(operator)
    const start = async () => (await app.call(exportData, { params: { id: top } }, token)).data?.id ?? ''
    const cancelled = await start()
    expect((await app.call(ownJobsContract.cancelOwn, { params: { id: cancelled } }, token)).code).toBe(0)
    const locked = await start()
    await app.sql('delete from role_elements where role_id = $1', [operator.roleId])
    await eventually(async () =>
      expect((await app.sql('select state, refused from job_runs where id = $1', [locked]))[0]).toEqual({
        state: 'failed',
        refused: true,
      }),
    )
    expect(await app.sql('select state from job_runs where id = $1', [cancelled])).toEqual([{ state: 'cancelled' }])
    expect(await app.sql('select from job_files where run_id = any($1)', [[cancelled, locked]])).toEqual([])
  })
})
