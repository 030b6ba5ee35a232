import { randomBytes } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { operationLogsContract } from '@atrium/contract/features/audit/operation-logs/operation-logs.contract.ts'
import { archiveContract } from '@atrium/contract/features/tenancy/archive/archive.contract.ts'
import { companiesContract } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import { tenantsContract } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import { beforeEach, describe, expect, inject, it, onTestFinished } from 'vitest'
import { createErasure } from '../../src/features/tenancy/archive/erasure.ts'
import { asOwner } from '../../src/kernel/db/as-owner.ts'
import { freePort } from '../../src/kernel/db/embedded-postgres-server.ts'
import { callAndConfirm } from '../call-and-confirm.ts'
import { admin, runCommand, send, signInTo, startProduct } from '../crash/product.ts'
import { databaseUrl } from '../database-url.ts'
import { readPlatformCompany } from '../factories.ts'
import { finishedRun, readResult } from '../finished-run.ts'
import { createTestApp, testSecretKey } from '../harness.ts'
import { createPlainOwner } from '../plain-owner.ts'
import { openTestDatabase } from '../test-database.ts'

const { list } = companiesContract
const { exportData } = archiveContract
const { close } = tenantsContract

let ownerUrl: string
let folder: string
beforeEach(async () => {
  const name = `test_${randomBytes(6).toString('hex')}`
  const serverUrl = await createPlainOwner(inject('superuserUrl'))
  ownerUrl = databaseUrl(serverUrl, name)
  folder = await mkdtemp(join(inject('folder'), 'commands-'))
  await asOwner(serverUrl, (client) => client.query(`create database ${name}`))
})
const environment = () => ({ DATABASE_URL: ownerUrl, SECRET_KEY: testSecretKey })
const seed = (...args: string[]) => runCommand(folder, 'seed', args, environment())
const verify = (...args: string[]) => runCommand(folder, 'audit-verify', args, environment())
const small = ['--companies', '3', '--users', '40', '--password', 'Seeded#Pass9']
const openApp = async () => createTestApp({ sharedDatabase: await openTestDatabase(ownerUrl) })

describe('an owner without SUPERUSER and BYPASSRLS', { timeout: 120_000 }, () => {
  it('starts the product and seeds it while it runs', async () => {
    const product = await startProduct(folder, await freePort(), environment())
    onTestFinished(async () => {
      product.process.kill('SIGTERM')
      await product.ended
    })
    expect(await seed()).toMatchObject({ code: 0, output: expect.stringContaining('已写入 20 家公司、500 人') })
    const listed = await send(product.url, list.path, await signInTo(product))
    // With the firms that registered themselves.
    expect(listed).toMatchObject({ code: 0, total: 23 })
    expect(await seed()).toMatchObject({ code: 1, output: expect.stringContaining('数据库中已有公司') })
  })
  it('installs and seeds the requested number of companies', async () => {
    expect(await seed(...small)).toMatchObject({ code: 0, output: expect.stringContaining('已写入 3 家公司、40 人') })
    const app = await openApp()
    expect((await app.call(list, { query: {} }, await app.signIn(admin))).total).toBe(3 + 3)
    expect(await app.signIn({ account: 'admin_c00001', password: 'Seeded#Pass9' })).toMatch(/./)
  })
  it('verifies the audit log alone, with checkpoints and with a proof, and detects a change', async () => {
    await seed(...small)
    const app = await openApp()
    const token = await app.signIn(admin)
    const proof = await app.call(operationLogsContract.exportProof, { body: {} }, token)
    const { data: checkpoints } = await app.call(operationLogsContract.checkpoints, {}, token)
    expect(checkpoints?.checkpoints.length).toBeGreaterThan(0)
    const [proofFile, checkpointFile] = [join(folder, 'proof.json'), join(folder, 'checkpoint.json')]
    await writeFile(proofFile, proof.raw)
    await writeFile(checkpointFile, JSON.stringify(checkpoints))
    expect(await verify()).toMatchObject({ code: 0, output: expect.stringContaining('审计链完整') })
    expect(await verify('--checkpoint', checkpointFile)).toMatchObject({
      code: 0,
      output: expect.stringContaining('与文件中的 1 个检查点相符'),
    })
    expect(await verify('--proof', proofFile)).toMatchObject({ code: 0, output: expect.stringContaining('证明成立') })
    await app.sql(`update audit_log set ip = '6.6.6.6' where seq = 1`)
    expect(await verify()).toMatchObject({ code: 1, output: expect.stringContaining('内容被改动') })
  })
  it('exports the archive of a tenant and erases the tenant', async () => {
    await seed(...small)
    const app = await openApp()
    const token = await app.signIn(admin)
    const [company] = (await app.call(list, { query: { search: 'C00001' } }, token)).data ?? []
    const { id = '', name = '' } = company ?? {}
    const { data: run } = await app.call(exportData, { params: { id } }, token)
    await finishedRun(app, token, run?.id ?? '')
    expect((await readResult(app, token, run?.id ?? '')).type).toBe('application/zip')
    const { done } = await callAndConfirm(app, close, { params: { id }, body: { reason: '合同终止', name } }, token)
    expect(done.code).toBe(0)
    await app.sql(`update tenants set erase_at = now() - interval '1 second' where company_id = $1`, [id])
    await createErasure({ database: app.database, platformCompany: await readPlatformCompany(app) }).eraseDue()
    expect(await app.superuserSql('select from companies where id = $1', [id])).toEqual([])
    expect(await app.superuserSql('select from users where company_id = $1', [id])).toEqual([])
    expect(await verify()).toMatchObject({ code: 0, output: expect.stringContaining('审计链完整') })
  })
})
