import type { Readable } from 'node:stream'
import { to as copyTo } from 'pg-copy-streams'
import type { OwnerConnection } from '../kernel/db/as-owner.ts'
import { readApplied } from '../kernel/db/migrations/applied-migrations.ts'
import { productSchemas } from '../kernel/db/product-schemas.ts'
import { readJobSchemaVersion } from '../kernel/jobs/job-schema.ts'
import { tell } from '../kernel/texts/operator-language.ts'
import { asOwnerUntil } from './cancel-on-abort.ts'
import type { Manifest, Roles } from './manifest.ts'
import { type FoundTable, findHiddenRows, listTables, selectRows, toName } from './tables.ts'

/** What a manifest says of the database. */
export type DatabaseFacts = Pick<
  Manifest,
  'installation' | 'mark' | 'postgres' | 'key' | 'migrations' | 'jobSchema' | 'partitions' | 'sequences'
>
/** A database as it is at one moment. */
export type Snapshot = DatabaseFacts & {
  takenAt: string
  roles: Roles
  tables: readonly FoundTable[]
  /** The rows of a table, in COPY's text format. */
  copy(table: FoundTable): Readable
  /** Company, digest, size and store of the bytes that files and archived segments have, in COPY's text format. */
  copyFiles(): Readable
}

/** Values are written the same way by every version of PostgreSQL, whatever the server’s own settings are. */
export const textSettings = `set statement_timeout = 0; set lock_timeout = '60s'; set idle_in_transaction_session_timeout = 0;
  set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set bytea_output = 'hex';
  set extra_float_digits = 3; set client_encoding = 'UTF8'; set xmloption = 'content'`

const filesWithBytes = `select company_id, sha256, size, 'content' from file_contents where file_count > 0
  union all select company_id, sha256, size, 'archive' from audit_segments order by 1, 2, 4`

const one = async <T extends object>(client: OwnerConnection, text: string): Promise<T> => {
  const { rows } = await client.query<T>(text)
  return rows[0] as T
}

const readPartitions = async (client: OwnerConnection): Promise<Manifest['partitions']> => {
  const time = (bound: string) =>
    `to_timestamp(('x' || left(replace(${bound}, '-', ''), 12))::bit(48)::bigint / 1000.0)::text`
  const { rows } = await client.query<Manifest['partitions'][number]>(
    `select inhparent::regclass::text as parent, ${time('bounds[1]')} as starts, ${time('bounds[2]')} as ends
     from pg_inherits join pg_class on oid = inhrelid
     cross join regexp_match(pg_get_expr(relpartbound, oid), 'FROM \\(''(.*)''\\) TO \\(''(.*)''\\)') as bounds
     where relnamespace in ${productSchemas} and relispartition and bounds is not null order by 1, 2`,
  )
  return rows
}

const readSequences = async (client: OwnerConnection): Promise<Manifest['sequences']> => {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relkind = 'S' and relnamespace in ${productSchemas} and relpersistence = 'p' order by 1`,
  )
  const sequences: Manifest['sequences'] = []
  for (const { name } of rows) {
    const text = `select '${name}' as name, last_value::text as value, is_called as "isCalled" from ${name}`
    sequences.push(await one(client, text))
  }
  return sequences
}

const readRoles = async (client: OwnerConnection): Promise<Roles> => {
  const { rows } = await client.query<{ name: string }>('select name from serving_login')
  const [own] = rows
  return {
    groups: ['atrium_company', 'atrium_platform'],
    login: { name: own?.name ?? '', madeBy: own ? 'product' : 'operator' },
  }
}

const readFacts = async (client: OwnerConnection): Promise<DatabaseFacts> => {
  const applied = (await readApplied(client)) ?? []
  const { installation, mark } = await one<{ installation: string; mark: string }>(
    client,
    'select (select id from companies where platform) as installation, (select mark from installation) as mark',
  )
  const key = await one<Manifest['key']>(
    client,
    `select fingerprint, (select replaced from key_rotations where next = fingerprint and finished_at is null) as replaced
     from installation_key`,
  )
  const { postgres } = await one<{ postgres: string }>(client, `select current_setting('server_version') as postgres`)
  return {
    installation,
    mark,
    postgres,
    key,
    migrations: applied.flatMap(({ name, sha256, done }) => (done && sha256 !== null ? [{ name, sha256 }] : [])),
    jobSchema: (await readJobSchemaVersion(client)) ?? 0,
    partitions: await readPartitions(client),
    sequences: await readSequences(client),
  }
}

/** Whether there is an installation that can be backed up. */
const assertInstalled = async (client: OwnerConnection) => {
  const { known } = await one<{ known: boolean }>(
    client,
    `select coalesce(to_regclass('installation'), to_regclass('installation_key')) is not null as known`,
  )
  if (!known) throw new Error(tell('数据库是空的，没有可备份的内容'))
  const { current } = await one<{ current: boolean }>(
    client,
    `select to_regclass('installation') is not null and to_regclass('audit_segments') is not null as current`,
  )
  if (!current) throw new Error(tell('数据库尚缺本版本的迁移，请先升级（atrium migrate --apply）再备份'))
  const hidden = await findHiddenRows(client)
  if (hidden !== undefined)
    throw new Error(
      tell(
        '表 {hidden} 的部分数据对数据库所有者不可见（缺少行级安全策略），备份将不完整，没有备份。请检查该数据库是否由不完整的恢复得来',
        { hidden },
      ),
    )
  const { ready } = await one<{ ready: boolean }>(
    client,
    'select exists (select from installation_key) and exists (select from companies where platform) as ready',
  )
  if (!ready) throw new Error(tell('系统尚未启动过，没有可备份的内容'))
}

/**
 * Reads a database as it is at one moment, beside running nodes; migrations wait until it ends. Takes the owner's
 * address, and a signal that ends it.
 * @throws an Error for the operator if there is nothing that can be backed up
 */
export const readSnapshot = <T>(
  ownerUrl: string,
  signal: AbortSignal,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> =>
  asOwnerUntil(ownerUrl, signal, async (client) => {
    await client.query(textSettings)
    await assertInstalled(client)
    const names = (await listTables(client)).map(toName)
    await client.query('begin isolation level repeatable read read only')
    // Before the first row is read: from here on, no migration changes a table.
    await client.query(`lock ${names.join(', ')} in access share mode`)
    const { takenAt } = await one<{ takenAt: Date }>(client, 'select now() as "takenAt"')
    const facts = await readFacts(client)
    const copy = (text: string) => client.query(copyTo(`copy (${text}) to stdout`))
    const result = await work({
      ...facts,
      takenAt: takenAt.toISOString(),
      roles: await readRoles(client),
      tables: await listTables(client),
      copy: (table) => copy(selectRows(table)),
      copyFiles: () => copy(filesWithBytes),
    })
    await client.query('commit')
    return result
  })
