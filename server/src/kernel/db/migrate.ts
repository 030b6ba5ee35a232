import type pg from 'pg'
import { schema as jobSchema } from '../jobs/job-queues.ts'
import { isJobSchemaCurrent, migrateJobSchema } from '../jobs/job-schema.ts'
import { asOwner } from './as-owner.ts'
import {
  type AppliedMigration,
  findObstacle,
  listPending,
  readApplied,
  recordTables,
} from './migrations/applied-migrations.ts'
import { applyFirstSchema, applyMigration } from './migrations/apply-migration.ts'
import type { Migrating, ReportMigration } from './migrations/migration-events.ts'
import { type MigrationFile, type Migrations, readMigrations } from './migrations/migration-files.ts'
import { isMigrating, withMigrationLock } from './migrations/migration-lock.ts'
import { listOlderNodes } from './migrations/older-nodes.ts'
import { assertRestored } from './restore-marker.ts'

/** Checks first: an owner without CREATEROLE needs the roles created beforehand. */
const createRoleSql = (role: string) =>
  `do $$ begin if not exists (select from pg_roles where rolname = '${role}') then create role ${role} nologin; end if; end $$`
// Roles belong to the whole server, and "if not exists" is not atomic: the start of another installation may be creating
// them.
const preparations = [createRoleSql('atrium_company'), createRoleSql('atrium_platform'), ...recordTables]
const alreadyExistsCodes = new Set(['42710', '42P07', '23505'])

const prepare = async (client: pg.ClientBase) => {
  for (const text of preparations) {
    await client.query(text).catch((error: { code?: string }) => {
      if (!alreadyExistsCodes.has(error.code ?? '')) throw error
    })
  }
}

/** Reads only: a database that cannot be upgraded stays as it is. */
const readUpgradable = async (
  client: pg.ClientBase,
  migrations: Migrations,
  isRestoring = false,
): Promise<AppliedMigration[] | undefined> => {
  if (!isRestoring) await assertRestored(client)
  const applied = await readApplied(client)
  const obstacle = applied && findObstacle(applied, migrations)
  if (obstacle) throw new Error(obstacle)
  return applied
}

/**
 * Applies one migration; a contract only when no older node runs that it would break.
 * @returns whether it was applied
 */
const applyUnlessNeeded = async (migrating: Migrating, file: MigrationFile): Promise<boolean> => {
  const nodes = await listOlderNodes(migrating.client, file)
  if (nodes.length > 0) migrating.report({ step: 'held back', name: file.name, nodes })
  else await applyMigration(migrating, file)
  return nodes.length === 0
}

/** What a session of the owner needs to migrate, whatever the server's own settings are. */
const settings = `set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0;
  set client_connection_check_interval = '2s'`

const applyPending = async (migrating: Migrating, migrations: Migrations, isRestoring: boolean): Promise<string[]> => {
  const pending = listPending(await readUpgradable(migrating.client, migrations, isRestoring), migrations)
  const first = pending.filter(({ kind }) => kind === 'initial')
  if (first.length > 0) await applyFirstSchema(migrating, first)
  const applied = first.map(({ name }) => name)
  for (const file of pending)
    if (file.kind !== 'initial' && (await applyUnlessNeeded(migrating, file))) applied.push(file.name)
  return applied
}

/** For a database that is being restored: it gets the migrations that the one in the backup had, and no later ones yet. */
export type RestoringSchema = { isRestoring: true; only: ReadonlySet<string> }

const choose = (migrations: Migrations, only: ReadonlySet<string> | undefined): Migrations =>
  only ? { ...migrations, files: migrations.files.filter(({ name }) => only.has(name)) } : migrations

/**
 * Applies pending migrations, forward only and once across concurrent processes, and afterwards the job queue's own. Takes
 * the owner's address, the folder of numbered SQL files, and what hears of its progress.
 * @returns the names applied
 * @throws the migration's error. Before anything changes, it refuses a database of a version before 0.3.0, one that a newer
 *   release has taken something away from, and one whose migration was edited after it was applied
 */
export const migrate = async (
  ownerUrl: string,
  folder: string,
  report: ReportMigration = () => undefined,
  { isRestoring, only }: Partial<RestoringSchema> = {},
): Promise<string[]> => {
  const migrations = choose(await readMigrations(folder), only)
  return asOwner(ownerUrl, async (client) => {
    const known = await readUpgradable(client, migrations, isRestoring)
    if (known && listPending(known, migrations).length === 0 && (await isJobSchemaCurrent(client))) return []
    await client.query(settings)
    return withMigrationLock(client, report, async () => {
      await prepare(client)
      const migrating = { client, ownerUrl, report }
      const applied = await applyPending(migrating, migrations, isRestoring === true)
      await migrateJobSchema(migrating)
      return applied
    })
  })
}

/**
 * What a database lacks before this release can run on it, without changing it. It waits for a process that is migrating
 * it.
 * @returns the names of missing migrations; undefined: the database is empty
 * @throws what `migrate` refuses
 */
export const findMissing = async (
  ownerUrl: string,
  folder: string,
  report: ReportMigration = () => undefined,
): Promise<string[] | undefined> => {
  const migrations = await readMigrations(folder)
  return asOwner(ownerUrl, async (client) => {
    const read = async () => {
      const applied = await readUpgradable(client, migrations)
      const pending = listPending(applied, migrations).filter(({ kind }) => kind !== 'contract')
      const names = pending.map(({ name }) => name)
      if (!(await isJobSchemaCurrent(client))) names.push(jobSchema)
      return { isEmpty: applied === undefined, names }
    }
    let found = await read()
    if (found.names.length > 0 && (await isMigrating(client))) {
      await withMigrationLock(client, report, async () => undefined)
      found = await read()
    }
    return found.isEmpty ? undefined : found.names
  })
}
