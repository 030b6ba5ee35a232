import { randomBytes, randomUUID } from 'node:crypto'
import { productSchemas } from '../../src/kernel/db/product-schemas.ts'
import type { TestApp } from '../harness.ts'

/** Prefix of every planted text, which must never be visible outside its company. */
export const canary = 'canary'

type Row = Record<string, unknown>
type Column = { name: string; type: string; nullable: boolean; standard: string | null }
/** Values of rows by table. */
export type RowValues = Readonly<Record<string, Row>>
/** An id and the table whose row it names. */
export type PlantedId = { table: string; id: string }
type Key = { table: string; columns: string[]; target: string; targets: string[] }

/**
 * Written by triggers or the platform only; a tenants row would put the company under a plan, and the operator sees the
 * faults of tenants.
 */
const skippedTables = ['audit_heads', 'headcounts', 'storage_totals', 'tenants', 'tenant_faults']
/** Values that features require instead of random text; add a table if its rows need valid ones. */
const productValues: RowValues = {
  // Stored encrypted.
  users: { id_card: null },
  roles: { workbench: null },
  // Digests and pixels.
  file_contents: { sha256: '0'.repeat(64) },
  files: { unused_since: null },
  documents: { kind: 'folder' },
  job_files: { kind: 'result' },
  translations: { language: 'en' },
  // A deleted field: its limit would restrict everybody.
  custom_fields: { key: 'c_canary', kind: 'text', removed_at: new Date() },
  custom_field_limits: { effect: 'readonly' },
  // Neither checked nor applied.
  imports: { mode: 'insert', check_run: null, apply_run: null, sheets: '[]', mapping: '[]', counts: null },
  import_rows: { verdict: 'new', outcome: '', write: '{}', before: null, changes: '[]', problems: '[]' },
  bulk_rows: { verdict: 'change', outcome: 'changed', undo: 'undone' },
  // Not read yet.
  archive_comparisons: { columns: null, counts: null },
  archive_differences: { change: 'created', outcome: null },
  // One of three.
  document_grants: { user_id: null, org_id: null },
  // A count per hour.
  sign_in_days: { hours: Array(24).fill(1) },
  // Paths consist of ids.
  orgs: { path: '/' },
  // The columns of a visit are set together.
  sessions: {
    parent_id: null,
    act_company_id: null,
    act_org_id: null,
    act_mode: null,
    act_reason: null,
    act_until: null,
  },
  visit_requests: {
    mode: 'view',
    state: 'open',
    asked_by: JSON.stringify({ id: '', name: canary, account: canary }),
  },
  reviews: { coverage: 'all', unanswered: 'keep', repeat_by: null },
  // The notification counts as sent.
  review_lists: { notified_at: new Date() },
  review_items: { answer: null, outcome: null, reviewer_id: null },
  audit_checkpoints: { after: 0 },
  // A digest; no file has it.
  audit_segments: { sha256: '0'.repeat(64), first_seq: 1, last_seq: 1 },
  registrations: { kind: 'person', firm: null },
  // A draft for all.
  notices: { type: 'notice', scope: 'all' },
  // One of the console's tones; an item of the company.
  dict_layers: { color: '', status: 1, parent: null },
  // Not sealed by the installation's key, and nothing reads it.
  open_app_secrets: { hint: canary },
  approvals: { decider_kind: 'holders', permission: '', steps: '[]', call: null, impact: null },
  approval_flows: { steps: '[]' },
  portal_shortcuts: { kind: 'app' },
  open_apps: { kind: 'server', locked_by: null },
  // Not sent: those of tests alone are, of a webhook that is switched off.
  webhooks: { active: false },
  // Nothing waits: work beside a long run would change the row.
  webhook_deliveries: { kind: 'event', state: 'sent' },
  open_app_oidc: { secret_by: 'basic', scopes: '{openid,profile}', claims: '[]' },
  identity_providers: { kind: 'oidc', mapping: '[]' },
  // Never due.
  oidc_logouts: { due_at: 'infinity' },
  base_parameters: { kind: 'string', value: JSON.stringify(canary) },
  base_parameter_versions: { kind: 'string', value: JSON.stringify(canary) },
}

const valueFor = (prefix: string, table: string, column: Column, id: string): unknown => {
  const { name, type, nullable, standard } = column
  const word = `${prefix}-${table}-${name}-${randomBytes(4).toString('hex')}`
  if (name === 'id') return id
  // A non-empty default is an enumerated value of the feature, an empty one is free text.
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

/**
 * Plants rows in every company table, those of modules included, read from the database catalogue: new tables need no line
 * here. `values` are of tables of modules, `prefix` begins every planted text.
 */
export const createPlanter = async (
  app: Pick<TestApp, 'sql'>,
  { values = {}, prefix = canary }: { values?: RowValues; prefix?: string } = {},
) => {
  const validValues = { ...productValues, ...values }
  const catalogue = await app.sql(
    `select oid::regclass::text as table, column_name as name, data_type as type, is_nullable = 'YES' as nullable, column_default as standard
     from information_schema.columns join pg_class on oid = format('%I.%I', table_schema, table_name)::regclass
     where relnamespace in ${productSchemas} and relkind in ('r', 'p') and not relispartition and is_generated = 'NEVER'
     order by ordinal_position`,
  )
  const columns = Map.groupBy(catalogue as (Column & { table: string })[], ({ table }) => table)
  // Companies refer to the platform's open APIs, of which a new installation has none.
  await app.sql(
    `insert into open_apis (id, code, name, category, method, path, shape, api_version, kind, target, audience, created_by, updated_by)
     select gen_random_uuid(), 'planted', '', '', 'GET', '', '', '1.0', 'target', '', 'all', '{}', '{}'
     on conflict do nothing`,
  )
  const names = (of: string, rel: string) =>
    `(select array_agg(attname::text order by at) from unnest(${of}) with ordinality as u (num, at)
      join pg_attribute on attrelid = ${rel} and attnum = num)`
  const keys = (await app.sql(
    `select conrelid::regclass::text as table, ${names('conkey', 'conrelid')} as columns,
            confrelid::regclass::text as target, ${names('confkey', 'confrelid')} as targets
     from pg_constraint where contype = 'f' and connamespace in ${productSchemas}`,
  )) as Key[]
  const companyTables = [...columns].flatMap(([table, of]) =>
    of.some(({ name }) => name === 'company_id') ? [table] : [],
  )
  const tables = companyTables.filter((table) => !skippedTables.includes(table))

  const insert = async (table: string, row: Row): Promise<Row> => {
    const values = Object.entries(row).filter(([, value]) => value !== undefined)
    const [stored] = await app
      .sql(
        `insert into ${table} (${values.map(([name]) => name).join()}) values (${values.map((_, at) => `$${at + 1}`).join()})
         on conflict do nothing returning *`,
        values.map(([, value]) => value),
      )
      .catch((error: unknown) => {
        const place = table.includes('.') ? '`rows` of describeModule' : 'planted-rows.ts'
        throw new Error(`${table}: no row can be made up; say what it needs in ${place}`, { cause: error })
      })
    return stored ?? row
  }
  const listKeys = (table: string) => keys.filter((key) => key.table === table && key.target !== table)
  /** Ids of a module's tables without a foreign key name what they may name: the row of that id in every table. */
  const namedIds = (table: string, id: string): Row =>
    Object.fromEntries(
      (columns.get(table) ?? []).flatMap(({ name, type }) =>
        table.includes('.') && type === 'uuid' && name !== 'id' ? [[name, id]] : [],
      ),
    )
  /** Plants rows of tables, the referenced first: `planted` has those that are there already. */
  const plantTables = async (
    companyId: string,
    names: readonly string[],
    idFor: () => string,
    { planted, named }: { planted: Map<string, Row>; named?: string },
  ) => {
    const plant = async (table: string) => {
      const id = idFor()
      const row: Row = Object.fromEntries(
        (columns.get(table) ?? []).map((each) => [each.name, valueFor(prefix, table, each, id)]),
      )
      Object.assign(row, namedIds(table, named ?? id))
      for (const key of listKeys(table)) {
        const [referenced] = planted.has(key.target)
          ? [planted.get(key.target)]
          : await app.sql(`select * from ${key.target} order by ${key.targets[0]} = $1 desc limit 1`, [companyId])
        key.columns.forEach((name, at) => {
          row[name] = referenced?.[key.targets[at] ?? '']
        })
      }
      planted.set(table, await insert(table, { ...row, ...validValues[table], company_id: companyId }))
    }
    const done = new Set<string>()
    const isReady = (table: string) =>
      listKeys(table).every(({ target }) => done.has(target) || !names.includes(target))
    for (let pending = names; pending.length > 0; ) {
      const ready = pending.filter(isReady)
      if (ready.length === 0) throw new Error(`tables that wait for each other: ${pending.join()}`)
      for (const table of ready) {
        await plant(table)
        done.add(table)
      }
      pending = pending.filter((table) => !ready.includes(table))
    }
    return planted
  }
  const plantAll = (companyId: string, idFor: () => string) =>
    plantTables(companyId, tables, idFor, { planted: new Map() })
  /** What `plantUnderOneId` has planted, by its id. */
  const plantedByOneId = new Map<string, Map<string, Row>>()

  return {
    /**
     * Inserts a row full of canaries into every table of the company.
     * @returns their ids by table
     */
    async plant(companyId: string): Promise<PlantedId[]> {
      const planted = await plantAll(companyId, randomUUID)
      return [...planted].flatMap(([table, { id }]) => (typeof id === 'string' ? [{ table, id }] : []))
    },
    /** The same with one id for all rows: a call with this id finds a row in every table. */
    async plantUnderOneId(companyId: string): Promise<PlantedId> {
      const id = randomUUID()
      plantedByOneId.set(id, await plantAll(companyId, () => id))
      return { table: 'every table', id }
    },
    /**
     * Plants rows of a module's tables beside those under one id, to which they refer.
     * @returns their id
     */
    async plantBeside(oneId: string, companyId: string, schema: string): Promise<string> {
      const id = randomUUID()
      const own = tables.filter((table) => table.startsWith(`${schema}.`))
      await plantTables(companyId, own, () => id, { planted: new Map(plantedByOneId.get(oneId)), named: oneId })
      return id
    },
    /** All rows of a company, as text. */
    async image(companyId: string): Promise<string[]> {
      const parts = companyTables.map(
        (table) =>
          `select '${table} ' || to_jsonb(planted)::text as row from ${table} as planted where company_id = $1`,
      )
      const rows = await app.sql(`${parts.join(' union all ')} order by 1`, [companyId])
      return rows.map(({ row }) => String(row))
    },
  }
}
