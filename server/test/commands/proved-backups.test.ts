import { randomUUID } from 'node:crypto'
import { expect, inject, it, onTestFinished } from 'vitest'
import { withScratchDatabase } from '../../src/backup/scratch-database.ts'
import { asOwner } from '../../src/kernel/db/as-owner.ts'
import { createInstallation, newFolder } from '../backup-stage.ts'
import { runCommand } from '../crash/product.ts'
import { databaseUrl } from '../database-url.ts'

const timeout = 120_000

/** Databases and logins that proofs have made, beside those of other tests. */
const leftovers = () =>
  asOwner(inject('superuserUrl'), async (client) => {
    const { rows } = await client.query(`select datname from pg_database where starts_with(datname, 'atrium_proof_')`)
    return rows
  })

it('a backup is proved by restoring it and signing in', { timeout }, async () => {
  const { app, folder, env } = await createInstallation()
  await app.signIn()
  const place = await newFolder('place')
  const logins = `select rolname from pg_roles where starts_with(rolname, 'atrium_serve_') order by 1`
  const before = await app.superuserSql(logins)
  const { code, output } = await runCommand(folder, 'backup', [place, '--prove'], env)
  expect({ code, output }).toMatchObject({
    code: 0,
    output: expect.stringMatching(/演练恢复成功：审计链 3 条记录.*可登录/),
  })
  expect(await leftovers()).toEqual([])
  expect(await app.superuserSql(logins)).toEqual(before)
  const records = await app.sql('select kind, problem from backup_records order by ended_at')
  expect(records).toEqual([
    { kind: 'backup', problem: null },
    { kind: 'proof', problem: null },
  ])
  const events = await app.sql(`select event from audit_log where event like 'installation.%' order by seq`)
  expect(events.map(({ event }) => event)).toEqual(['installation.backedUp', 'installation.proved'])
  const verified = await runCommand(folder, 'verify', [], env)
  expect(verified.output).toMatch(/上一次备份：.*成功\n上一次演练恢复：.*成功\n$/)
})

it('a proof that fails says what is wrong, and is remembered', { timeout }, async () => {
  const { app, folder, env } = await createInstallation()
  await app.signIn()
  const place = await newFolder('place')
  await app.sql(`update audit_log set ip = '6.6.6.6' where seq = 1`)
  expect(await runCommand(folder, 'backup', [place], env)).toMatchObject({ code: 0 })
  const proved = await runCommand(folder, 'backup', [place, '--prove'], env)
  expect(proved).toMatchObject({
    code: 1,
    output: expect.stringContaining('演练恢复失败：恢复出的审计链在 1 家公司断开'),
  })
  expect(await leftovers()).toEqual([])
  const [record] = await app.sql(`select problem from backup_records where kind = 'proof'`)
  expect(record).toEqual({ problem: '恢复出的审计链在 1 家公司断开' })
})

it('a proof needs an owner who may create databases', { timeout }, async () => {
  const role = `poor_${randomUUID().slice(0, 8)}`
  const superuser = inject('superuserUrl')
  await asOwner(superuser, (client) => client.query(`create role ${role} login password 'poor'`))
  onTestFinished(async () => {
    await asOwner(superuser, (client) => client.query(`drop role ${role}`))
  })
  const poor = new URL(databaseUrl(superuser, 'postgres'))
  poor.username = role
  poor.password = 'poor'
  const proof = withScratchDatabase(String(poor), async () => undefined)
  await expect(proof).rejects.toThrow(`请由超级用户执行 ALTER ROLE ${role} CREATEDB`)
})
