import type { Migrating } from './migration-events.ts'
import type { MigrationFile } from './migration-files.ts'
import { splitStatements } from './split-statements.ts'
import { transactRepeatedly } from './transact-repeatedly.ts'

/** A batch is meant to last so long: it holds the locks of its rows until it ends. */
const batchMs = 200
const firstPages = 16
const mostPages = 4096
/** Rows that change meanwhile move behind the walk; with a trigger or default beside it, a second pass finds none. */
const mostPasses = 5
const reportEveryMs = 2000

/** How far a fill is: the pass, the next page of the table, and the rows that this pass has changed. */
type Progress = { pass: number; page: number; rows: number }
const start: Progress = { pass: 1, page: 0, rows: 0 }

const readStatement = ({ name, text }: MigrationFile) => {
  const [statement = '', ...others] = splitStatements(text)
  const table = statement.match(/^update\s+(\w+)\s/i)?.[1]
  if (table === undefined || others.length > 0 || !/\bctid >= \$1 and (?:\w+\.)?ctid < \$2\b/.test(statement))
    throw new Error(`${name}.sql: a fill is one "update … where … and ctid >= $1 and ctid < $2"`)
  return { statement, table }
}

const readProgress = async ({ client }: Migrating, { name, sha256, kind, oldest }: MigrationFile) => {
  const { rows } = await client.query<{ progress: Progress | null }>(
    `insert into schema_changes (name, kind, sha256, oldest) values ($1, $2, $3, $4)
     on conflict (name) do update set sha256 = excluded.sha256,
       progress = case when schema_changes.sha256 = excluded.sha256 then schema_changes.progress end
     returning progress`,
    [name, kind, sha256, oldest],
  )
  return rows[0]?.progress ?? start
}

/** Pages of a table; of a partitioned one, those of its largest partition. */
const countPages = async ({ client }: Migrating, table: string): Promise<number> => {
  const { rows } = await client.query(
    `select coalesce(max(pg_relation_size(relid) / current_setting('block_size')::int), 0)::int as pages
     from (select $1::regclass as relid union select relid from pg_partition_tree($1)) as parts`,
    [table],
  )
  return rows[0].pages
}

/**
 * Runs a migration's one update over its table in many short transactions, page by page, until a pass changes nothing.
 * Each transaction keeps how far it came, so that an interrupted fill goes on from there.
 * @throws if the last pass still changes rows: nodes write rows that the update wants to change
 */
export const fillInBatches = async (migrating: Migrating, file: MigrationFile): Promise<void> => {
  const { client, report } = migrating
  const { statement, table } = readStatement(file)
  let progress = await readProgress(migrating, file)
  let size = firstPages
  let reportedAt = performance.now()
  for (let pages = await countPages(migrating, table); ; ) {
    const { pass, page, rows } = progress
    if (page >= pages) {
      if (rows === 0) return
      if (pass === mostPasses) {
        await client.query('update schema_changes set progress = null where name = $1', [file.name])
        throw new Error(`${file.name}: ${rows} rows of pass ${pass} were still unfilled`)
      }
      progress = { pass: pass + 1, page: 0, rows: 0 }
      pages = await countPages(migrating, table)
      continue
    }
    const startedAt = performance.now()
    await transactRepeatedly(migrating, file.name, async () => {
      const { rowCount } = await client.query(statement, [`(${page},0)`, `(${page + size},0)`])
      progress = { pass, page: page + size, rows: rows + (rowCount ?? 0) }
      await client.query('update schema_changes set progress = $2 where name = $1', [file.name, progress])
    })
    const ms = performance.now() - startedAt
    size = Math.max(1, Math.min(mostPages, ms < batchMs / 2 ? size * 2 : ms > batchMs * 2 ? size >> 1 : size))
    if (performance.now() - reportedAt < reportEveryMs) continue
    reportedAt = performance.now()
    const percent = Math.min(100, Math.floor((100 * progress.page) / pages))
    report({ step: 'filling', name: file.name, pass, percent, rows: progress.rows })
  }
}
