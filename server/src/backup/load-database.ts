import { pipeline } from 'node:stream/promises'
import { from as copyFrom } from 'pg-copy-streams'
import type { OwnerConnection } from '../kernel/db/as-owner.ts'
import { productSchemas } from '../kernel/db/product-schemas.ts'
import { schema as queueSchema } from '../kernel/jobs/job-queues.ts'
import { tell } from '../kernel/texts/operator-language.ts'
import { objectName } from './backups.ts'
import { asOwnerUntil } from './cancel-on-abort.ts'
import type { Watch } from './make-backup.ts'
import type { BackedUpTable, Manifest } from './manifest.ts'
import { decompress } from './measure.ts'
import type { BackupPlace } from './place.ts'
import { textSettings } from './snapshot.ts'
import { type FoundTable, listTables, toColumns, toName } from './tables.ts'

/** What a table takes no part in while rows are loaded, and the statements that bring it back. */
type TakenOff = { off: string; back: string }

/** Building them once is many times faster than row by row; and rows of tables that refer to each other come in any order. */
const takenOff = `
  select format('drop index %s', indexrelid::regclass) as off, pg_get_indexdef(indexrelid) as back
  from pg_index join pg_class on pg_class.oid = indrelid
  where relnamespace in ${productSchemas} and relkind = 'r' and not relispartition and not indisunique
  union all
  select format('alter table %s drop constraint %I', conrelid::regclass, conname),
    format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
  from pg_constraint where contype = 'f' and conparentid = 0 and connamespace in ${productSchemas}`

/** Partitions as they were: rows of past weeks would otherwise lie in the default one, and expire as those of a wrong clock. */
const makePartitions = async (client: OwnerConnection, partitions: Manifest['partitions']) => {
  const { rows } = await client.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits join pg_class on oid = inhrelid
     where relnamespace in ${productSchemas} and relispartition and pg_get_expr(relpartbound, oid) <> 'DEFAULT'
       and relkind = 'r'`,
  )
  for (const { name } of rows) await client.query(`drop table ${name}`)
  for (const { parent, starts, ends } of partitions)
    await client.query('call add_partition($1, $2, $3)', [parent, starts, ends])
}

type Loading = { client: OwnerConnection; place: BackupPlace; backup: string }

const copyInto = async ({ client, place, backup }: Loading, target: string, { part, rows }: BackedUpTable) => {
  if (part === null) return
  const stored = await place.read(objectName(backup, part))
  if (!stored) throw new Error(tell('备份 {backup} 缺少 {part}', { backup, part }))
  const into = client.query(copyFrom(`copy ${target} from stdin`))
  await pipeline(decompress(stored), into)
  if (into.rowCount !== rows)
    throw new Error(tell('{part} 有 {rowCount} 行，清单所列为 {rows} 行', { part, rowCount: into.rowCount, rows }))
}

/** Rows whose table has other columns now: those of the queue's library, which upgrades it by itself. */
const loadCommonColumns = async (loading: Loading, table: BackedUpTable, known: FoundTable) => {
  const { client } = loading
  const common = table.columns.filter((column) => known.columns.includes(column))
  const { rows } = await client.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attname = any ($2)`,
    [toName(table), common],
  )
  await client.query(`create temporary table loaded (${table.columns.map((column) => `"${column}" text`).join(', ')})`)
  await copyInto(loading, 'loaded', table)
  const cast = rows.map(({ name, type }) => `"${name}"::${type}`).join(', ')
  const columns = toColumns(rows.map(({ name }) => name))
  await client.query(`insert into ${toName(table)} (${columns}) select ${cast} from loaded`)
  await client.query('drop table loaded')
}

/** PostgreSQL refuses COPY for a role under row security, even if its policies admit every row. */
const load = async (loading: Loading, table: BackedUpTable) => {
  const { client } = loading
  if (table.part === null) return
  const name = toName(table)
  const { rows } = await client.query(`select relforcerowsecurity as forced from pg_class where oid = $1::regclass`, [
    name,
  ])
  if (rows[0].forced) await client.query(`alter table ${name} no force row level security`)
  await client.query(`alter table ${name} disable trigger user`)
  await copyInto(loading, `${name} (${toColumns(table.columns)})`, table)
  await client.query(`alter table ${name} enable trigger user`)
  if (rows[0].forced) await client.query(`alter table ${name} force row level security`)
}

const matchTables = (manifest: Manifest, known: readonly FoundTable[]) =>
  manifest.tables.map((table) => {
    const found = known.find(({ schema, name }) => schema === table.schema && name === table.name)
    const lacking = table.columns.find((column) => !found?.columns.includes(column))
    if (!found || (lacking !== undefined && table.schema !== queueSchema))
      throw new Error(
        tell('备份中的表 {name}{value} 在本版本的表结构中不存在', {
          name: table.name,
          value: lacking === undefined ? '' : tell(' 的列 {lacking}', { lacking }),
        }),
      )
    return { table, found, hasOtherColumns: lacking !== undefined }
  })

/**
 * Loads a backup into the tables that its migrations have created, in one transaction. Triggers do not fire: rows come as
 * they were, those of triggers among them. Takes the owner's address, and what else belongs into the transaction.
 */
export const loadDatabase = (
  ownerUrl: string,
  place: BackupPlace,
  manifest: Manifest,
  { signal, onProgress }: Watch,
  finish: (client: OwnerConnection) => Promise<void>,
): Promise<void> =>
  asOwnerUntil(ownerUrl, signal, async (client) => {
    const loading = { client, place, backup: manifest.name }
    await client.query(textSettings)
    await client.query('begin')
    await client.query(`set local maintenance_work_mem = '128MB'`)
    const tables = matchTables(manifest, await listTables(client))
    await makePartitions(client, manifest.partitions)
    const { rows: parts } = await client.query<TakenOff>(takenOff)
    for (const { off } of parts) await client.query(off)
    const own = tables.filter(({ table }) => table.schema !== queueSchema).map(({ table }) => toName(table))
    await client.query(`truncate ${own.join(', ')}`)
    for (const [at, { table, found, hasOtherColumns }] of tables.entries()) {
      signal.throwIfAborted()
      if (hasOtherColumns) await loadCommonColumns(loading, table, found)
      else await load(loading, table)
      onProgress(
        tell('表 {at}/{count}：{name}，{rows} 行', {
          at: at + 1,
          count: tables.length,
          name: table.name,
          rows: table.rows.toLocaleString('en'),
        }),
      )
    }
    for (const { name, value, isCalled } of manifest.sequences)
      await client.query('select setval($1::regclass, $2, $3)', [`"${name}"`, value, isCalled])
    onProgress(tell('正在重建索引和外键……'))
    for (const { back } of parts) await client.query(back)
    await client.query('set constraints all immediate')
    await finish(client)
    await client.query('commit')
    onProgress(tell('正在更新统计信息……'))
    await client.query('vacuum analyze')
  })
