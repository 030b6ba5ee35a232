import { createHash } from 'node:crypto'
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

interface MigrationFile {
  readonly name: string
  readonly text: string
  readonly sha256: string
}
const readMigrations = async (folder: string): Promise<MigrationFile[]> => {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file) => {
      // A checkout may have changed the ends of lines; the migration is the same.
      const text = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n')
      return { name: file.replace(/\.sql$/, ''), text, sha256: createHash('sha256').update(text).digest('hex') }
    }),
  )
}
const provideMigrations = (files: readonly MigrationFile[]): MigrationProvider => ({
  async getMigrations() {
    const migrations = files.map(({ name, text }) => {
      const up = async (db: Kysely<unknown>) => {
        await setLockTimeout.execute(db)
        await sql.raw(text).execute(db)
      }
      return [name, { up }]
    })
    return Object.fromEntries(migrations)
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
  `create table if not exists ${migrationTable} (name varchar(255) primary key, timestamp varchar(255) not null, sha256 text)`,
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

const emptyDatabase = '空数据库（DATABASE_URL）或空数据目录（DATA_DIR）'
/** Why the database cannot be upgraded with these files; undefined: it can. Versions before 0.3.0 stored no hashes. */
const findObstacle = (
  applied: readonly { name: string; sha256?: string }[],
  files: readonly MigrationFile[],
): string | undefined => {
  if (applied.some(({ sha256 }) => !sha256)) {
    return `该数据库由 0.3.0 之前的版本建立，不能升级到本版本，未做任何改动。请用原版本导出所需数据，再用${emptyDatabase}启动本版本`
  }
  const hashes = new Map(files.map(({ name, sha256 }) => [name, sha256]))
  const unknown = applied.find(({ name }) => !hashes.has(name))
  if (unknown) return `该数据库已应用本版本没有的迁移 ${unknown.name}，未做任何改动。请用建立或升级该数据库的版本启动`
  const edited = applied.find(({ name, sha256 }) => hashes.get(name) !== sha256)
  if (edited) {
    return `迁移 ${edited.name} 应用到该数据库之后被修改过，未做任何改动。请恢复该文件；该迁移尚未发布的话，也可以用${emptyDatabase}启动`
  }
}
/** Reads only: a database that cannot be upgraded stays as it is. */
const assertUpgradable = async (client: pg.Client, files: readonly MigrationFile[]) => {
  const { rows } = await client.query(`select to_regclass('${migrationTable}') as known`)
  if (rows[0]?.known === null) return
  const { rows: applied } = await client.query(`select * from ${migrationTable} order by timestamp`)
  const obstacle = findObstacle(applied, files)
  if (obstacle) throw new Error(obstacle)
}

/**
 * Applies pending migrations: forward only, in one transaction, once across concurrent processes. Afterwards the job
 * queue's own. Takes the owner's address and the folder of numbered SQL files.
 * @returns the names applied
 * @throws the migration's error. Before anything changes, it refuses a database of a version before 0.3.0, one with a
 *   migration that the folder does not have, and one whose migration was edited after it was applied
 */
export const migrate = async (ownerUrl: string, folder: string): Promise<string[]> => {
  const files = await readMigrations(folder)
  await asOwner(ownerUrl, (client) => assertUpgradable(client, files))
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
        provider: provideMigrations(files),
        migrationTableName: migrationTable,
        migrationLockTableName: lockTable,
      }).migrateToLatest()
      if (error) throw error
      const applied = (results ?? []).map(({ migrationName }) => migrationName)
      for (const { name, sha256 } of files.filter((file) => applied.includes(file.name))) {
        await sql`update ${sql.table(migrationTable)} set sha256 = ${sha256} where name = ${name}`.execute(transaction)
      }
      return applied
    })
    await migrateJobSchema(ownerUrl)
    return applied
  } finally {
    await db.destroy()
  }
}
