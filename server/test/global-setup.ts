import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { install } from '../src/install.ts'
import { openDatabase } from '../src/kernel/db/database.ts'
import { startEmbeddedPostgres } from '../src/kernel/db/embedded-postgres.ts'
import { migrate } from '../src/kernel/db/migrate.ts'
import { ensureServingLogin } from '../src/kernel/db/serving-login.ts'
import { administrator, templateName } from './administrator.ts'
import { listChangedFeatures } from './changed-features.ts'
import { cheapHash } from './cheap-hash.ts'
import { databaseUrl } from './database-url.ts'
import { startPgbouncer } from './pgbouncer.ts'
import { createPlainOwner } from './plain-owner.ts'
import { postgresPackage } from './postgres-versions.ts'

/** An embedded PostgreSQL; `TEST_POSTGRES` names an older version that is installed. */
/** The clock that faketime gives this process; the database must have the same. */
const fakedClock = ({ LD_PRELOAD, FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC }: NodeJS.ProcessEnv) =>
  FAKETIME ? { LD_PRELOAD, FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC } : {}

const startServer = (folder: string) => {
  const major = process.env.TEST_POSTGRES
  return startEmbeddedPostgres({
    folder,
    durable: false,
    env: fakedClock(process.env),
    ...(major && { otherPackage: postgresPackage(major).folder }),
  })
}

/**
 * Starts one PostgreSQL for the run (`TEST_DATABASE_URL` or an embedded one) with a migrated and installed template,
 * behind the PgBouncer of `TEST_PGBOUNCER` if set. `TEST_OWNER=plain` gives the databases an owner who is no superuser.
 */
export const setup = async (project: TestProject) => {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-test-'))
  const given = process.env.TEST_DATABASE_URL
  const embedded = given ? undefined : await startServer(folder)
  const superuserUrl = given ?? embedded?.url ?? ''
  const serverUrl = process.env.TEST_OWNER === 'plain' ? await createPlainOwner(superuserUrl) : superuserUrl
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(`drop database if exists ${templateName}`)
  await client.query(`create database ${templateName}`)
  await client.end()

  const templateUrl = databaseUrl(serverUrl, templateName)
  const { migrationsFolder = join(import.meta.dirname, '../migrations') } = project.config.provide
  await migrate(templateUrl, migrationsFolder)
  const database = openDatabase(await ensureServingLogin(templateUrl), 2)
  await install(database, {
    adminAccount: administrator.account,
    adminPassword: administrator.password,
    captcha: 'off',
  })
  await database.statement({
    text: `update users set password_hash = $1 where account = $2`,
    values: [cheapHash(administrator.password), administrator.account],
  })
  // All tests of a file share one company and one address: their limits are out of the way.
  await database.statement({
    text: `update base_parameters set value = '100000' where code in ('limits.companyPerSecond', 'limits.failuresPerAddress')`,
    values: [],
  })
  // Tests count when they mean to, and not at their start.
  await database.statement({ text: 'update overview_counts set counted_at = now()', values: [] })
  await database.close()
  const pgbouncer = process.env.TEST_PGBOUNCER
  const pooler = pgbouncer ? await startPgbouncer(pgbouncer, superuserUrl) : undefined
  project.provide('changedFeatures', listChangedFeatures())
  project.provide('folder', folder)
  project.provide('serverUrl', serverUrl)
  project.provide('superuserUrl', superuserUrl)
  project.provide('pooler', pooler?.address ?? '')

  return async () => {
    await pooler?.stop()
    await embedded?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
