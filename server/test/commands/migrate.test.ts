import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { asOwner } from '../../src/kernel/db/as-owner.ts'
import { freePort } from '../../src/kernel/db/embedded-postgres-server.ts'
import { migrate } from '../../src/kernel/db/migrate.ts'
import { readMigrations } from '../../src/kernel/db/migrations/migration-files.ts'
import { runCommand, spawnProduct } from '../crash/product.ts'
import { databaseUrl } from '../database-url.ts'
import { testSecretKey } from '../harness.ts'

const migrations = join(import.meta.dirname, '../../migrations')
const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://console.example.com', SECRET_KEY: testSecretKey }

/** A database with the first schema, as the first release left it; a folder for data. */
const createFirstDatabase = async () => {
  const name = `test_${randomBytes(6).toString('hex')}`
  await asOwner(inject('serverUrl'), (client) => client.query(`create database ${name}`))
  onTestFinished(async () => {
    await asOwner(inject('superuserUrl'), (client) => client.query(`drop database ${name} with (force)`))
  })
  const folder = await mkdtemp(join(inject('folder'), 'first-'))
  const { files } = await readMigrations(migrations)
  const [first, later] = [
    files.filter(({ kind }) => kind === 'initial'),
    files.filter(({ kind }) => kind !== 'initial'),
  ]
  for (const { name } of first) await cp(join(migrations, `${name}.sql`), join(folder, `${name}.sql`))
  const url = databaseUrl(inject('serverUrl'), name)
  await migrate(url, folder)
  return { url, folder, later: later.map(({ name }) => name) }
}

test('a look makes no database', async () => {
  const folder = await mkdtemp(join(inject('folder'), 'none-'))
  const { code, output } = await runCommand(folder, 'migrate', ['--plan'])
  expect({ code, output }).toEqual({ code: 0, output: '数据库是空的，将建立全部表结构\n' })
  expect(await readdir(folder)).toEqual([])
})

test('an external database in production is upgraded by a command, and by no node', { timeout: 120_000 }, async () => {
  const { url, folder, later } = await createFirstDatabase()
  const environment = { ...production, DATABASE_URL: url }
  const node = spawnProduct(folder, await freePort(), environment)
  expect(await node.ended).toBe(1)
  expect(node.output()).toContain(`数据库尚缺迁移 ${later.join('、')}，请先运行 atrium migrate --apply`)

  const plan = await runCommand(folder, 'migrate', ['--plan'], environment)
  expect(plan.code).toBe(0)
  expect(plan.output).toContain(
    '0016_nodes.expand：扩展，在一个事务中执行\n  create table nodes (\n    不涉及已有的表\n',
  )
  const apply = await runCommand(folder, 'migrate', ['--apply'], environment)
  expect(apply).toMatchObject({ code: 0, output: expect.stringContaining(`已执行 ${later.length} 个迁移`) })
  const after = await runCommand(folder, 'migrate', ['--plan'], environment)
  expect(after).toMatchObject({ code: 0, output: '没有待执行的迁移\n' })
  expect(await runCommand(folder, 'migrate', [], environment)).toMatchObject({ code: 2 })
})
