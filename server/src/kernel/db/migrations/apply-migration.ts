import { tell } from '../../texts/operator-language.ts'
import { recordApplied } from './applied-migrations.ts'
import { buildIndexes, isConcurrent } from './build-indexes.ts'
import { fillInBatches } from './fill-in-batches.ts'
import type { Migrating } from './migration-events.ts'
import type { MigrationFile } from './migration-files.ts'
import { transactRepeatedly } from './transact-repeatedly.ts'

/** Nodes that start change their login, and serving ones partitions, under this lock. */
const lockNodes = 'select id from schema_migrations_lock for update'

/** Runs work with the names of a module's schema, which is created first; its rows are for the roles that serve. */
const withSchema = async ({ client }: Migrating, schema: string | undefined, work: () => Promise<void>) => {
  if (schema === undefined) return work()
  const name = client.escapeIdentifier(schema)
  await client.query(`create schema if not exists ${name}`)
  await client.query(`grant usage on schema ${name} to atrium_company, atrium_platform`)
  await client.query(`set search_path = ${name}, public`)
  try {
    await work()
  } finally {
    await client.query('reset search_path').catch(() => undefined)
  }
}

const applyByKind = async (migrating: Migrating, file: MigrationFile): Promise<void> => {
  const { client } = migrating
  const isWhole = file.kind !== 'fill' && !isConcurrent(file.text)
  if (file.kind === 'fill') await fillInBatches(migrating, file)
  else if (!isWhole) await buildIndexes(migrating, file)
  await transactRepeatedly(migrating, file.name, async () => {
    await client.query(lockNodes)
    if (isWhole) await client.query(file.text)
    await recordApplied(client, file)
  })
}

/** Applies one migration by its kind, and records it. Takes the connection that holds the lock of migrations. */
export const applyMigration = async (migrating: Migrating, file: MigrationFile): Promise<void> => {
  const startedAt = performance.now()
  await withSchema(migrating, file.schema, () => applyByKind(migrating, file)).catch((error: Error) => {
    if (file.schema === undefined) throw error
    throw new Error(tell('模块的迁移 {name} 失败：{reason}', { name: file.name, reason: error.message }), {
      cause: error,
    })
  })
  migrating.report({ step: 'applied', name: file.name, ms: Math.round(performance.now() - startedAt) })
}

/** Applies the first schema in one transaction. */
export const applyFirstSchema = async ({ client }: Migrating, files: readonly MigrationFile[]): Promise<void> => {
  await client.query(`begin; set local lock_timeout = '5s'`)
  try {
    await client.query(lockNodes)
    for (const file of files) {
      await client.query(file.text)
      await recordApplied(client, file)
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
