import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, type MigrationLockOptions, PostgresAdapter, PostgresDialect, sql } from 'kysely'
import { type MigrationProvider, Migrator } from 'kysely/migration'
import pg from 'pg'
import { migrateJobSchema } from '../jobs/job-schema.ts'
import { asOwner } from './as-owner.ts'

const migrationTable = 'schema_migrations'
const lockTable = 'schema_migrations_lock'

/**
 * Serialises migrations with a row lock held until the transaction ends. Kysely's advisory lock belongs to the session,
 * and a transaction-mode pooler may change it between transactions.
 */
class RowLockAdapter extends PostgresAdapter {
  override async acquireMigrationLock(db: Kysely<unknown>, { lockRowId }: MigrationLockOptions) {
    await sql`select id from ${sql.table(lockTable)} where id = ${lockRowId} for update`.execute(db)
  }
  override async releaseMigrationLock() {}
}
class MigrationDialect extends PostgresDialect {
  override createAdapter = () => new RowLockAdapter()
}

/** Fails if a lock is not available in time, so that a migration never queues all traffic behind it. */
const setLockTimeout = sql.raw("set local lock_timeout = '5s'")

const migrationsIn = (folder: string): MigrationProvider => ({
  async getMigrations() {
    const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
    const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
    return Object.fromEntries(
      files.map((file, at) => [
        file.replace(/\.sql$/, ''),
        {
          async up(db: Kysely<unknown>) {
            await setLockTimeout.execute(db)
            await sql.raw(texts[at] ?? '').execute(db)
          },
        },
      ]),
    )
  },
})

/** Checks first: an owner without CREATEROLE needs the roles created beforehand. */
const createRoleSql = (role: string) =>
  `do $$ begin if not exists (select from pg_roles where rolname = '${role}') then create role ${role} nologin; end if; end $$`
// Concurrent starts may run these together: roles belong to the whole server, and "if not exists" is not atomic, so
// that one of them may fail.
const preparations = [
  createRoleSql('atrium_company'),
  createRoleSql('atrium_platform'),
  `create table if not exists ${migrationTable} (name varchar(255) primary key, timestamp varchar(255) not null)`,
  `create table if not exists ${lockTable} (id varchar(255) primary key, is_locked integer not null default 0)`,
  `insert into ${lockTable} (id) values ('migration_lock') on conflict do nothing`,
]
const alreadyExistsCodes = new Set(['42710', '42P07', '23505'])

const prepare = async (pool: pg.Pool) => {
  for (const text of preparations) {
    await pool.query(text).catch((error: { code?: string }) => {
      if (!alreadyExistsCodes.has(error.code ?? '')) throw error
    })
  }
}

/** A migration of every version before 0.2.0, whose baseline replaced it. */
const oldMigration = '0002_companies_users'

/** Reads only: a database that cannot be upgraded stays as it is. */
const assertUpgradable = async (client: pg.Client) => {
  const { rows } = await client.query(`select to_regclass('${migrationTable}') as known`)
  if (rows[0]?.known === null) return
  const { rowCount } = await client.query(`select from ${migrationTable} where name = $1`, [oldMigration])
  if (rowCount === 0) return
  throw new Error(
    '该数据库由 0.2.0 之前的版本建立，不能升级到本版本，未做任何改动。请用原版本导出所需数据，再用空数据库（DATABASE_URL）或空数据目录（DATA_DIR）启动本版本',
  )
}

/**
 * Applies pending migrations: forward only, in one transaction, once across concurrent processes. Afterwards the job
 * queue's own. Takes the owner's address and the folder of numbered SQL files.
 * @returns the names applied
 * @throws the migration's error, and refuses a database of a version before 0.2.0 before anything in it changes
 */
export const migrate = async (ownerUrl: string, folder: string): Promise<string[]> => {
  await asOwner(ownerUrl, assertUpgradable)
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 1 })
  // The statement in progress reports a broken connection; an unhandled error event would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Kysely<unknown>({ dialect: new MigrationDialect({ pool }) })
  try {
    await prepare(pool)
    const applied = await db.transaction().execute(async (transaction) => {
      const { error, results } = await new Migrator({
        db: transaction,
        provider: migrationsIn(folder),
        migrationTableName: migrationTable,
        migrationLockTableName: lockTable,
      }).migrateToLatest()
      if (error) throw error
      return (results ?? []).map(({ migrationName }) => migrationName)
    })
    await migrateJobSchema(ownerUrl)
    return applied
  } finally {
    await db.destroy()
  }
}
