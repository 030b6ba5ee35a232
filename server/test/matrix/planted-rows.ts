import { randomBytes, randomUUID } from 'node:crypto'
import type { TestApp } from '../harness.ts'

/** What every planted text begins with: it must never be seen outside its company. */
export const canary = 'canary'

type Row = Record<string, unknown>
type Column = { name: string; type: string; nullable: boolean; standard: string | null }
/** An id and where it names a row. */
export type PlantedId = { table: string; id: string }
type Key = { table: string; columns: string[]; target: string; targets: string[] }

/** Written by triggers alone, and by the platform alone: a tenant would put the company under a plan. */
const notPlanted = ['audit_heads', 'headcounts', 'tenants']
/** Where a made-up word would mean nothing to the feature; add a table's here when its rows have to make sense. */
const meaningful: Readonly<Record<string, Row>> = {
  // It is stored sealed.
  users: { id_card: null },
  // Paths are made of ids.
  orgs: { path: '/' },
  // What a visit is comes all at once.
  sessions: {
    parent_id: null,
    act_company_id: null,
    act_org_id: null,
    act_mode: null,
    act_reason: null,
    act_until: null,
  },
  visit_requests: {
    ...{ mode: 'view', state: 'open' },
    asked_by: JSON.stringify({ id: '', name: canary, account: canary }),
  },
  list_settings: { density: 'standard' },
  reviews: { coverage: 'all', unanswered: 'keep', repeat_by: null },
  // Nobody is to be told of them.
  review_lists: { told_at: new Date() },
  review_items: { answer: null, outcome: null, reviewer_id: null },
  audit_checkpoints: { after: 0 },
  registrations: { kind: 'person', firm: null },
  base_parameters: { kind: 'string', value: JSON.stringify(canary) },
  base_parameter_versions: { kind: 'string', value: JSON.stringify(canary) },
}

const valueFor = (table: string, { name, type, nullable, standard }: Column, id: string): unknown => {
  const word = `${canary}-${table}-${name}-${randomBytes(4).toString('hex')}`
  if (name === 'id') return id
  // A default that says something is a word of the feature's own; an empty one is a text for people.
  if (standard !== null && !standard.startsWith("''")) return undefined
  if (type === 'text') return word
  if (type === 'jsonb') return JSON.stringify({ id: '', name: word })
  if (nullable) return undefined
  if (type === 'uuid') return randomUUID()
  if (type === 'bytea') return randomBytes(32)
  if (type === 'boolean') return false
  if (type === 'ARRAY') return []
  return type === 'date' || type.startsWith('timestamp') ? new Date(Date.now() + 86_400_000) : 1
}

/** Knows every table that has companies' rows, from the database's own catalogue: a new table needs no line here. */
export const createPlanter = async (app: Pick<TestApp, 'sql'>) => {
  const listed = await app.sql(
    `select table_name as table, column_name as name, data_type as type, is_nullable = 'YES' as nullable, column_default as standard
     from information_schema.columns join pg_class on oid = format('%I.%I', table_schema, table_name)::regclass
     where table_schema = 'public' and relkind in ('r', 'p') and not relispartition order by ordinal_position`,
  )
  const columns = Map.groupBy(listed as (Column & { table: string })[], ({ table }) => table)
  const names = (of: string, rel: string) =>
    `(select array_agg(attname::text order by at) from unnest(${of}) with ordinality as u (num, at)
      join pg_attribute on attrelid = ${rel} and attnum = num)`
  const keys = (await app.sql(
    `select conrelid::regclass::text as table, ${names('conkey', 'conrelid')} as columns,
            confrelid::regclass::text as target, ${names('confkey', 'confrelid')} as targets
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )) as Key[]
  const kept = [...columns].flatMap(([table, of]) => (of.some(({ name }) => name === 'company_id') ? [table] : []))
  const tables = kept.filter((table) => !notPlanted.includes(table))

  const insert = async (table: string, row: Row): Promise<Row> => {
    const given = Object.entries(row).filter(([, value]) => value !== undefined)
    const [stored] = await app
      .sql(
        `insert into ${table} (${given.map(([name]) => name).join()}) values (${given.map((_, at) => `$${at + 1}`).join()})
         on conflict do nothing returning *`,
        given.map(([, value]) => value),
      )
      .catch((error: unknown) => {
        throw new Error(`${table}: no row can be made up; add what it needs to server/test/matrix/planted-rows.ts`, {
          cause: error,
        })
      })
    return stored ?? row
  }
  const plantAll = async (companyId: string, idFor: () => string) => {
    const planted = new Map<string, Row>()
    const keysOf = (table: string) => keys.filter((key) => key.table === table && key.target !== table)
    const isReady = (table: string) =>
      keysOf(table).every(({ target }) => planted.has(target) || !tables.includes(target))
    const plant = async (table: string) => {
      const id = idFor()
      const row: Row = Object.fromEntries(
        (columns.get(table) ?? []).map((each) => [each.name, valueFor(table, each, id)]),
      )
      for (const key of keysOf(table)) {
        const [any] = planted.has(key.target)
          ? [planted.get(key.target)]
          : await app.sql(`select * from ${key.target} limit 1`)
        key.columns.forEach((name, at) => {
          row[name] = any?.[key.targets[at] ?? '']
        })
      }
      planted.set(table, await insert(table, { ...row, ...meaningful[table], company_id: companyId }))
    }
    for (let waiting = tables; waiting.length > 0; ) {
      const ready = waiting.filter(isReady)
      if (ready.length === 0) throw new Error(`tables that wait for each other: ${waiting.join()}`)
      for (const table of ready) await plant(table)
      waiting = waiting.filter((table) => !ready.includes(table))
    }
    return planted
  }

  return {
    /** Puts a row full of canaries into every table of that company. Out: their ids, by table. */
    async plant(companyId: string): Promise<PlantedId[]> {
      const planted = await plantAll(companyId, randomUUID)
      return [...planted].flatMap(([table, { id }]) => (typeof id === 'string' ? [{ table, id }] : []))
    },
    /** The same, all under one id: a call that names it meets a row in each table that it looks into. */
    async plantUnderOneId(companyId: string): Promise<PlantedId> {
      const id = randomUUID()
      await plantAll(companyId, () => id)
      return { table: 'every table', id }
    },
    /** Every row of a company, as text. */
    async image(companyId: string): Promise<string[]> {
      const parts = kept.map(
        (table) => `select '${table} ' || to_jsonb(${table})::text as row from ${table} where company_id = $1`,
      )
      const rows = await app.sql(`${parts.join(' union all ')} order by 1`, [companyId])
      return rows.map(({ row }) => String(row))
    },
    /** A moment in the order of transactions. */
    mark: async (): Promise<number> => Number((await app.sql('select txid_current() as now'))[0]?.now),
    /** Every row of every company that was written after that moment, as text. */
    async writtenSince(mark: number): Promise<string[]> {
      const parts = [...columns.keys()].map(
        (table) =>
          `select '${table} ' || to_jsonb(${table})::text as row from ${table} where xmin::text::bigint > $1::bigint`,
      )
      return (await app.sql(parts.join(' union all '), [mark])).map(({ row }) => String(row))
    },
  }
}
