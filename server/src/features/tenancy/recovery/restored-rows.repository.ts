import { type RestoredKind, restoredKinds } from '@atrium/contract/features/tenancy/recovery/recovery-words.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Person } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { type ComparisonKey, type Shape, selectLive } from './compose-rows.repository.ts'
import { kinds, partsOf } from './kinds.ts'
import type { MissingReference } from './missing-reference.ts'

export type Json = Readonly<Record<string, unknown>>
/** A row that a run puts back or has put back. */
export type ChosenRow = {
  kind: RestoredKind
  key: string
  companyId: string
  change: 'changed' | 'deleted'
  name: string
  fields: readonly string[]
  archived: Json
  liveDigest: string | null
  before: Json | null
  digestAfter: string | null
}
/** A row as it is now, with its parts. `digest`: of what is compared; `fullDigest`: of all that an archive would have. */
type PresentRow = { digest: string; fullDigest: string; whole: Json }
type RunRows = ComparisonKey & { runId: string }
/** What has become of a row. */
export type Outcome =
  | { outcome: 'restored'; before: Json | null; digestAfter: string }
  | { outcome: 'refused' | 'kept'; note: string }
  | { outcome: 'undone' }

const selected = (db: Db) =>
  db
    .selectFrom('archive_differences')
    .select([sql<RestoredKind>`kind`.as('kind'), 'key', 'row_company_id as companyId', 'name', 'fields'])
    .select(sql<ChosenRow['change']>`change`.as('change'))
    .select([sql<Json>`archived`.as('archived'), 'live_digest as liveDigest'])
    .select([sql<Json | null>`before`.as('before'), 'digest_after as digestAfter'])
const ofKey = (row: { companyId: string; kind: string; key: string }, names: readonly [string, string]) =>
  sql<boolean>`${sql.ref(names[0])} = ${row.companyId} and ${sql.ref(names[1])} = ${row.key}`
const columnsOf = (content: Json, known: readonly string[] | undefined = []) =>
  known.filter((column) => column in content)
const listed = (columns: readonly string[]): RawBuilder<unknown> => sql.join(columns.map((column) => sql.ref(column)))
/** What came of an operator's restoration is marked so. */
const stamped = (by: Person) =>
  sql`version = version + 1, updated_at = now(), updated_by = ${JSON.stringify(by)}::jsonb`

const insertInto = async (db: Db, table: string, content: Json, known: readonly string[] | undefined) => {
  const columns = columnsOf(content, known)
  await sql`insert into ${sql.table(table)} (${listed(columns)})
    select ${listed(columns)} from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(content)}::jsonb)`.execute(
    db,
  )
}

type Reference = { target: string; columns: string[]; targets: string[] }
/** The foreign keys of a table. */
const listReferences = async (db: Db, table: string): Promise<Reference[]> => {
  const names = (numbers: string, of: string) => sql`array(select attname::text
    from unnest(${sql.ref(numbers)}) with ordinality as listed (number, at)
      join pg_attribute on attrelid = ${sql.ref(of)} and attnum = listed.number order by listed.at)`
  const { rows } =
    await sql<Reference>`select confrelid::regclass::text as target, ${names('conkey', 'conrelid')} as columns,
      ${names('confkey', 'confrelid')} as targets
    from pg_constraint where contype = 'f' and conrelid = to_regclass(${table})`.execute(db)
  return rows
}
/** The first of these rows whose reference is not there. */
const findBroken = async (db: Db, table: string, rows: readonly Json[], reference: Reference) => {
  const { target, columns, targets } = reference
  const named = sql.ref(`given.${columns.at(-1)}`)
  const filled = columns.map((column) => sql`${sql.ref(`given.${column}`)} is not null`)
  const met = columns.map((column, at) => sql`${sql.ref(`target.${targets[at]}`)} = ${sql.ref(`given.${column}`)}`)
  const { rows: found } = await sql<{ key: string }>`select ${named}::text as key
    from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb) as given
    where ${sql.join(filled, sql` and `)}
      and not exists (select from ${sql.table(target)} target where ${sql.join(met, sql` and `)}) limit 1`.execute(db)
  return found[0]?.key
}

/** Writes rows as they were, and remembers what they were instead. */
export const restoredRowsRepository = {
  /** The next rows that a run is to put back: kinds in their order, as later ones refer to earlier ones. */
  next: (db: Db, { companyId, comparisonId, runId }: RunRows, most: number): Promise<ChosenRow[]> =>
    selected(db)
      .where('company_id', '=', companyId)
      .where('comparison_id', '=', comparisonId)
      .where('restore_run', '=', runId)
      .where('outcome', 'is', null)
      .orderBy(sql`array_position(${[...restoredKinds]}::text[], kind)`)
      .orderBy('key')
      .limit(most)
      .execute(),
  /** A row that the same run is to put back: another one refers to it. */
  findWaiting: (db: Db, { companyId, comparisonId, runId }: RunRows, key: string): Promise<ChosenRow | undefined> =>
    selected(db)
      .where('company_id', '=', companyId)
      .where('comparison_id', '=', comparisonId)
      .where('restore_run', '=', runId)
      .where('outcome', 'is', null)
      .where('key', '=', key)
      .executeTakeFirst(),
  /** The last rows that a run has put back, which are taken back first. */
  lastRestored: (db: Db, runId: string, most: number) =>
    selected(db)
      .select(['company_id as tenantId', 'comparison_id as comparisonId'])
      .where('restore_run', '=', runId)
      .where('outcome', '=', 'restored')
      .orderBy('restored_at', 'desc')
      .limit(most)
      .execute(),
  /** Takes rows up again that an earlier attempt to take them back has kept. */
  retryKept: (db: Db, runId: string) =>
    db
      .updateTable('archive_differences')
      .where('restore_run', '=', runId)
      .where('outcome', '=', 'kept')
      .set({ outcome: 'restored', note: '' })
      .execute(),
  /** The first row that this one or a part of it refers to, and that is not there. */
  async findMissing(db: Db, { kind }: ChosenRow, content: Json): Promise<MissingReference | undefined> {
    const of = kinds[kind]
    const parts = partsOf(of).map(({ table }) => ({ table, rows: (content[table] ?? []) as Json[] }))
    for (const { table, rows } of [{ table: of.table, rows: [content] }, ...parts])
      for (const reference of rows.length > 0 ? await listReferences(db, table) : []) {
        const key = await findBroken(db, table, rows, reference)
        if (key !== undefined) return { table: reference.target, key }
      }
    return undefined
  },
  /** What an archived row that is gone was called; undefined: it is unknown. */
  findName: async (db: Db, { companyId, comparisonId }: ComparisonKey, key: string): Promise<string | undefined> =>
    (
      await db
        .selectFrom('archive_differences')
        .where('company_id', '=', companyId)
        .where('comparison_id', '=', comparisonId)
        .where('key', '=', key)
        .where('change', '=', 'deleted')
        .select('name')
        .executeTakeFirst()
    )?.name,

  setOutcome: (db: Db, { companyId, comparisonId }: ComparisonKey, { kind, key }: ChosenRow, became: Outcome) =>
    db
      .updateTable('archive_differences')
      .where('company_id', '=', companyId)
      .where('comparison_id', '=', comparisonId)
      .where('kind', '=', kind)
      .where('key', '=', key)
      .set({
        outcome: became.outcome,
        note: 'note' in became ? became.note : '',
        ...(became.outcome === 'restored' && {
          before: became.before && JSON.stringify(became.before),
          digest_after: became.digestAfter,
          restored_at: sql<string>`clock_timestamp()`,
        }),
      })
      .execute(),

  /** A row as it is now, locked until the transaction ends; undefined: there is none. */
  async hold(db: Db, { kind, key, companyId }: ChosenRow, shape: Shape): Promise<PresentRow | undefined> {
    const of = kinds[kind]
    await sql`select from ${sql.table(of.table)} where ${ofKey({ kind, key, companyId }, ['company_id', 'id'])}
      for no key update`.execute(db)
    const { rows } =
      await sql<PresentRow>`select md5(found.row::text) as digest, md5(found.whole::text) as "fullDigest",
        found.whole
      from (${selectLive(of, shape, { companies: [companyId], keys: [key] }, true)}) as found`.execute(db)
    return rows[0]
  },

  /** Adds a row with its parts. Takes what an archive has not of it. */
  async insert(db: Db, { kind }: ChosenRow, content: Json, { present }: Shape): Promise<void> {
    const of = kinds[kind]
    await insertInto(db, of.table, content, present[of.table])
    for (const { table } of partsOf(of))
      for (const part of (content[table] ?? []) as Json[]) await insertInto(db, table, part, present[table])
  },

  /** Gives a row columns and parts back. */
  async update(db: Db, row: ChosenRow, content: Json, { present, by }: { present: Shape['present']; by: Person }) {
    const of = kinds[row.kind]
    const columns = columnsOf(content, present[of.table]).filter((column) => row.fields.includes(column))
    const values =
      columns.length === 0
        ? sql``
        : sql`(${listed(columns)}) = (select ${listed(columns)}
            from jsonb_populate_record(null::${sql.table(of.table)}, ${JSON.stringify(content)}::jsonb)), `
    await sql`update ${sql.table(of.table)} set ${values} ${stamped(by)}
      where ${ofKey(row, ['company_id', 'id'])}`.execute(db)
    for (const { table, of: column } of partsOf(of).filter((part) => row.fields.includes(part.table))) {
      await sql`delete from ${sql.table(table)} where ${ofKey(row, ['company_id', column])}`.execute(db)
      for (const part of (content[table] ?? []) as Json[]) await insertInto(db, table, part, present[table])
    }
  },

  /** Removes a row that was put back. Its parts go with it. */
  remove: async (db: Db, row: ChosenRow): Promise<void> => {
    await sql`delete from ${sql.table(kinds[row.kind].table)} where ${ofKey(row, ['company_id', 'id'])}`.execute(db)
  },
}
