import type pg from 'pg'
import { schema as jobSchemaName } from '../../jobs/job-queues.ts'
import { isJobSchemaCurrent } from '../../jobs/job-schema.ts'
import { asOwner } from '../as-owner.ts'
import { findObstacle, listPending, readApplied } from './applied-migrations.ts'
import { isConcurrent } from './build-indexes.ts'
import { findEffects } from './locked-tables.ts'
import { type MigrationFile, type MigrationKind, readMigrations } from './migration-files.ts'
import { listOlderNodes } from './older-nodes.ts'
import { splitStatements } from './split-statements.ts'
import type { Effect, Work } from './statement-locks.ts'

/** What a statement does to a table as it is now. */
export type PlannedEffect = Effect & { rows: number; bytes: number; seconds: number }
export type PlannedMigration = {
  name: string
  kind: MigrationKind
  /** How it runs: one transaction, statement by statement, or many transactions. */
  way: 'whole' | 'concurrent' | 'batches'
  /** Nodes that hold it back. */
  olderNodes: string[]
  /** `effects` is undefined where the text does not say what it does. */
  statements: { text: string; effects: PlannedEffect[] | undefined }[]
}

/** A second of a small server. Disks and load differ by several times. */
const bytesPerSecond: Record<Exclude<Work, 'none'>, number> = {
  scan: 300e6,
  index: 60e6,
  rewrite: 60e6,
  rows: 5e6,
}

const measureTable = async (client: pg.ClientBase, table: string): Promise<{ rows: number; bytes: number }> => {
  const { rows } = await client.query(
    `select coalesce(sum(reltuples) filter (where reltuples > 0), 0)::float8 as rows,
       coalesce(sum(pg_relation_size(oid)), 0)::float8 as bytes
     from pg_class where oid = $1::regclass or oid in (select relid from pg_partition_tree($1))`,
    [table],
  )
  const [{ rows: estimated, bytes }] = rows
  if (estimated > 0 || bytes === 0) return { rows: estimated, bytes }
  // No statistics yet.
  const { rows: counted } = await client.query(`select count(*)::float8 as rows from ${table}`)
  return { rows: counted[0].rows, bytes }
}

const planStatement = async (client: pg.ClientBase, text: string) => {
  const effects = await findEffects(client, text)
  if (effects === undefined) return { text, effects }
  const planned: PlannedEffect[] = []
  for (const effect of effects) {
    const size = await measureTable(client, effect.table)
    const seconds = effect.work === 'none' ? 0 : size.bytes / bytesPerSecond[effect.work]
    planned.push({ ...effect, ...size, seconds })
  }
  return { text, effects: planned }
}
const planMigration = async (client: pg.ClientBase, file: MigrationFile): Promise<PlannedMigration> => {
  const { name, kind, text } = file
  const way = kind === 'fill' ? 'batches' : isConcurrent(text) ? 'concurrent' : 'whole'
  const statements = []
  for (const statement of splitStatements(text)) statements.push(await planStatement(client, statement))
  return { name, kind, way, olderNodes: await listOlderNodes(client, file), statements }
}

/** The job queue's own migrations, after the others. */
const jobSchema: PlannedMigration = {
  name: jobSchemaName,
  kind: 'expand',
  way: 'whole',
  olderNodes: [],
  statements: [],
}

/**
 * What `migrate` would do to a database, without doing it. Takes the owner's address and the folder of migrations.
 * @returns undefined if the database is empty
 * @throws what `migrate` refuses
 */
export const planMigrations = async (ownerUrl: string, folder: string): Promise<PlannedMigration[] | undefined> => {
  const migrations = await readMigrations(folder)
  return asOwner(ownerUrl, async (client) => {
    const applied = await readApplied(client)
    if (applied === undefined) return undefined
    const obstacle = findObstacle(applied, migrations)
    if (obstacle) throw new Error(obstacle)
    const plan = []
    for (const file of listPending(applied, migrations)) plan.push(await planMigration(client, file))
    return (await isJobSchemaCurrent(client)) ? plan : [...plan, jobSchema]
  })
}
