import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, type MigrationLockOptions, PostgresAdapter, PostgresDialect, sql } from 'kysely'
import { type MigrationProvider, Migrator } from 'kysely/migration'
import pg from 'pg'

const migrationTable = 'schema_migrations'
const lockTable = 'schema_migrations_lock'

/**
 * Waits for its turn on the lock table's row, held until the transaction ends. Kysely's own advisory lock belongs to the
 * session: behind a pooler that hands each transaction another session it would lock nothing.
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

/** A statement that cannot get its lock gives up, so that a migration never queues all traffic behind itself. */
const impatient = sql.raw("set local lock_timeout = '5s'")

const migrationsIn = (folder: string): MigrationProvider => ({
  async getMigrations() {
    const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
    const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
    return Object.fromEntries(
      files.map((file, at) => [
        file.replace(/\.sql$/, ''),
        {
          async up(db: Kysely<unknown>) {
            await impatient.execute(db)
            await sql.raw(texts[at] ?? '').execute(db)
          },
        },
      ]),
    )
  },
})

/** Looks first: whoever may not create roles can have them created beforehand. */
const makeRole = (role: string) =>
  `do $$ begin if not exists (select from pg_roles where rolname = '${role}') then create role ${role} nologin; end if; end $$`
// What several starts may be making at this moment: roles belong to the whole server, and "if not exists" looks before
// it makes, so the later one can still collide.
const preparations = [
  makeRole('atrium_company'),
  makeRole('atrium_platform'),
  `create table if not exists ${migrationTable} (name varchar(255) primary key, timestamp varchar(255) not null)`,
  `create table if not exists ${lockTable} (id varchar(255) primary key, is_locked integer not null default 0)`,
  `insert into ${lockTable} (id) values ('migration_lock') on conflict do nothing`,
]
const alreadyThere = new Set(['42710', '42P07', '23505'])

const prepare = async (pool: pg.Pool) => {
  for (const text of preparations) {
    await pool.query(text).catch((error: { code?: string }) => {
      if (!alreadyThere.has(error.code ?? '')) throw error
    })
  }
}

/**
 * Brings the database up to date: forward only, in one transaction, once however many processes start together.
 * In: the owner's address and the folder of numbered SQL files. Out: the names applied. Throws what failed.
 */
export const migrate = async (ownerUrl: string, folder: string): Promise<string[]> => {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 1 })
  // The statement under way fails with a broken connection; an error event without a listener would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Kysely<unknown>({ dialect: new MigrationDialect({ pool }) })
  try {
    await prepare(pool)
    return await db.transaction().execute(async (transaction) => {
      const { error, results } = await new Migrator({
        db: transaction,
        provider: migrationsIn(folder),
        migrationTableName: migrationTable,
        migrationLockTableName: lockTable,
      }).migrateToLatest()
      if (error) throw error
      return (results ?? []).map(({ migrationName }) => migrationName)
    })
  } finally {
    await db.destroy()
  }
}
