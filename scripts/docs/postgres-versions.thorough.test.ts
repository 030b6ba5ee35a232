import { randomBytes } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { install } from '../../server/src/install.ts'
import { asOwner } from '../../server/src/kernel/db/as-owner.ts'
import { openDatabase } from '../../server/src/kernel/db/database.ts'
import { startEmbeddedPostgres } from '../../server/src/kernel/db/embedded-postgres.ts'
import { migrate } from '../../server/src/kernel/db/migrate.ts'
import { ensureServingLogin } from '../../server/src/kernel/db/serving-login.ts'
import { databaseUrl } from '../../server/test/database-url.ts'
import { createPlainOwner } from '../../server/test/plain-owner.ts'
import { hasPostgres, olderPostgres, postgresPackage } from '../../server/test/postgres-versions.ts'
import { schemaPage } from './schema-page.ts'

const migrations = path.join(import.meta.dirname, '../../server/migrations')
const first = { adminAccount: 'admin', adminPassword: '', captcha: 'risk' }

/**
 * A first start on an empty database of an owner who is no superuser.
 * @returns the schema
 */
const startFresh = async (serverUrl: string) => {
  const owner = await createPlainOwner(serverUrl)
  const name = `test_${randomBytes(6).toString('hex')}`
  await asOwner(owner, (client) => client.query(`create database ${name}`))
  const url = databaseUrl(owner, name)
  await migrate(url, migrations)
  const database = openDatabase(await ensureServingLogin(url), 2)
  const { oneTimePassword } = await install(database, first).finally(database.close)
  expect(oneTimePassword).toMatch(/./)
  return asOwner(databaseUrl(serverUrl, name), schemaPage)
}

/** Since PostgreSQL 16, a view's columns are named with their table only where two tables have them. */
const comparable = (schema: string) => schema.replace(/\b[a-z_]+\.(?=[a-z_]+\b)/g, '')

describe.each(olderPostgres)('PostgreSQL %s', (major) => {
  it.skipIf(!hasPostgres(major))('starts with the schema of the newest version', { timeout: 120_000 }, async () => {
    const folder = await mkdtemp(path.join(inject('folder'), `postgres-${major}-`))
    const options = { folder, durable: false, otherPackage: postgresPackage(major).folder }
    const server = await startEmbeddedPostgres(options)
    onTestFinished(server.stop)
    const schema = await startFresh(server.url)
    expect(comparable(schema)).toBe(comparable(await startFresh(inject('superuserUrl'))))
  })
})
