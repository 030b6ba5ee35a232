import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, type MigrationLockOptions, PostgresAdapter, PostgresDialect, sql } from 'kysely'
import { type MigrationProvider, Migrator } from 'kysely/migration'
import pg from 'pg'

/**
 * Waits for its turn on the lock table's row instead of an advisory lock: it works the same behind a pooler and on
 * engines without advisory locks.
 */
class RowLockAdapter extends PostgresAdapter {
  override async acquireMigrationLock(db: Kysely<unknown>, { lockTable, lockRowId }: MigrationLockOptions) {
    await sql`select id from ${sql.table(lockTable)} where id = ${lockRowId} for update`.execute(db)
  }
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

/** Roles belong to the whole server, so another database's start may be making the same ones at this moment. */
const ensureRole = async (client: pg.Client, role: string) => {
  await client.query(`do $$ begin
    if not exists (select from pg_roles where rolname = '${role}') then create role ${role} nologin; end if;
  exception when duplicate_object or unique_violation then null; end $$`)
}

/**
 * Brings the database up to date: forward only, in one transaction, once however many processes start together.
 * In: the owner's connection and the folder of numbered SQL files. Out: the names applied. Throws what failed.
 */
export const migrate = async (ownerUrl: string, folder: string): Promise<string[]> => {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    for (const role of ['atrium_company', 'atrium_platform']) await ensureRole(client, role)
  } finally {
    await client.end()
  }
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 2 })
  const db = new Kysely<unknown>({ dialect: new MigrationDialect({ pool }) })
  try {
    const { error, results } = await new Migrator({
      db,
      provider: migrationsIn(folder),
      migrationTableName: 'schema_migrations',
      migrationLockTableName: 'schema_migrations_lock',
    }).migrateToLatest()
    if (error) throw error
    return (results ?? []).map(({ migrationName }) => migrationName)
  } finally {
    await db.destroy()
  }
}
