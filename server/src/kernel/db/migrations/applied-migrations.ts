import type pg from 'pg'
import { tell } from '../../texts/operator-language.ts'
import type { MigrationFile, MigrationKind, Migrations } from './migration-files.ts'

/** A migration that a database has, or whose fill has begun. */
export type AppliedMigration = {
  name: string
  sha256: string | null
  kind: MigrationKind
  oldest: number
  done: boolean
}

/**
 * The first schema is recorded in `schema_migrations`, which release 0.3.0 reads and in which it accepts nothing unknown;
 * what came later in `schema_changes`.
 */
export const recordTables = [
  'create table if not exists schema_migrations (name varchar(255) primary key, timestamp varchar(255) not null, sha256 text)',
  'create table if not exists schema_migrations_lock (id varchar(255) primary key, is_locked integer not null default 0)',
  `insert into schema_migrations_lock (id) values ('migration_lock') on conflict do nothing`,
  `create table if not exists schema_changes (
    name text primary key, kind text not null, sha256 text not null, oldest integer not null,
    started_at timestamptz not null default now(), done_at timestamptz, progress jsonb)`,
]

/** Their names. */
export const recordTableNames = ['schema_migrations', 'schema_migrations_lock', 'schema_changes'] as const

/** Reads what a database has; undefined: it was never installed. */
export const readApplied = async (client: pg.ClientBase): Promise<AppliedMigration[] | undefined> => {
  const { rows: found } = await client.query(
    `select to_regclass('schema_migrations') is not null as first, to_regclass('schema_changes') is not null as later`,
  )
  if (!found[0].first) return undefined
  const { rows: first } = await client.query('select * from schema_migrations order by name')
  if (first.length === 0) return undefined
  const applied = first.map(({ name, sha256 = null }) => ({ name, sha256, kind: 'initial', oldest: 1, done: true }))
  if (!found[0].later) return applied as AppliedMigration[]
  const { rows: later } = await client.query(
    'select name, sha256, kind, oldest, done_at is not null as done from schema_changes order by name',
  )
  return [...applied, ...later] as AppliedMigration[]
}

/** Records a migration as applied, in the transaction that applies it if it has one. */
export const recordApplied = async (client: pg.ClientBase, { name, sha256, kind, oldest }: MigrationFile) => {
  await (kind === 'initial'
    ? client.query('insert into schema_migrations (name, timestamp, sha256) values ($1, $2, $3)', [
        name,
        new Date().toISOString(),
        sha256,
      ])
    : client.query(
        `insert into schema_changes (name, kind, sha256, oldest, done_at) values ($1, $2, $3, $4, now())
         on conflict (name) do update set sha256 = excluded.sha256, done_at = now(), progress = null`,
        [name, kind, sha256, oldest],
      ))
}

/** The files that a database does not have. */
export const listPending = (applied: readonly AppliedMigration[] | undefined, { files }: Migrations) => {
  const done = new Set(applied?.flatMap(({ name, done }) => (done ? name : [])))
  return files.filter(({ name }) => !done.has(name))
}

/** Number of the release that a migration belongs to; undefined: of a module that is not installed. */
const releaseOf = (name: string, { release, modules }: Pick<Migrations, 'release' | 'modules'>): number | undefined => {
  const [module, own] = name.split('/')
  return own === undefined ? release : modules[module ?? '']
}

const emptyDatabase = '空数据库（DATABASE_URL）或空数据目录（DATA_DIR）'
/**
 * Why this release cannot run on a database, and can neither upgrade it; undefined: it can. Versions before 0.3.0 stored
 * no hashes. What a newer release has added does no harm.
 */
export const findObstacle = (applied: readonly AppliedMigration[], migrations: Migrations): string | undefined => {
  if (applied.some(({ sha256 }) => !sha256)) {
    return tell(
      '该数据库由 0.3.0 之前的版本建立，不能升级到本版本，未做任何改动。请用原版本导出所需数据，再用{emptyDatabase}启动本版本',
      { emptyDatabase: tell(emptyDatabase) },
    )
  }
  const hashes = new Map(migrations.files.map(({ name, sha256 }) => [name, sha256]))
  const unknown = applied.filter(({ name }) => !hashes.has(name))
  const first = unknown.find(({ kind }) => kind === 'initial')
  if (first)
    return tell('该数据库已应用本版本没有的迁移 {name}，未做任何改动。请用建立或升级该数据库的版本启动', {
      name: first.name,
    })
  const contracted = unknown.find(
    ({ name, kind, oldest }) => kind === 'contract' && oldest > (releaseOf(name, migrations) ?? oldest),
  )
  if (contracted) {
    return tell('更新的版本已通过迁移 {name} 去掉了本版本要用的内容，未做任何改动。请用升级该数据库的版本启动', {
      name: contracted.name,
    })
  }
  const edited = applied.find(({ name, sha256, done }) => done && hashes.has(name) && hashes.get(name) !== sha256)
  if (edited) {
    return tell(
      '迁移 {name} 应用到该数据库之后被修改过，未做任何改动。请恢复该文件；该迁移尚未发布的话，也可以用{emptyDatabase}启动',
      { name: edited.name, emptyDatabase: tell(emptyDatabase) },
    )
  }
}
