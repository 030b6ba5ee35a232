import { baseParametersContract } from '@atrium/contract/features/system/base-parameters/base-parameters.contract.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DatabaseReach } from '../../src/kernel/db/database.ts'
import { productSchemas } from '../../src/kernel/db/product-schemas.ts'
import { ensureServingLogin } from '../../src/kernel/db/serving-login.ts'
import { buildCompany, buildUser } from '../factories.ts'
import { buildPortrait } from '../file-factories.ts'
import { createTestApp, type TestApp } from '../harness.ts'
import { expectOnly } from './expect-only.ts'

/** Tables that no serving role may access, so that they need no policy. */
const ownersOnly = {
  audit_heads: 'the newest link of each chain; only the sealing trigger accesses it, as the owner',
  serving_login: 'the password of the serving login; only the owner reads it, at start',
  installation_key: 'the fingerprint of the secret key; only the owner reads it, others by present_key()',
  key_rotations: 'replaced secret keys, and what they signed with, sealed; only the owner reads and writes it',
  sealed_columns: 'where sealed texts lie; only the owner reads it, to seal them again',
  schema_changes: 'the migrations applied after the first schema; only the owner reads and writes it',
  schema_migrations: 'the applied migrations of the first schema; only the owner reads and writes it, at start',
  schema_migrations_lock: 'the lock that serialises migrating processes; only the owner uses it',
}
/** Platform tables: they have row security, and no company can reach their rows. */
const platformOnly = {
  login_directory: 'looked up before a company is known; accounts are unique across the platform',
  sign_in_attempts: 'looked up by a temporary token before there is a session',
  identity_attempts: 'looked up by what an identity provider sends back, before there is a session',
  captchas: 'created before sign-in, so they belong to no user yet',
  verification_codes: 'sent before the owner of the phone is known',
  passkey_challenges: 'needed before users can sign in',
  recovery_tickets: 'found by a ticket, before the company is known',
  sso_tickets: 'found by a ticket, of the company of an application or of its user',
  tenant_logos: 'read with platform reach for users acting in the tenant’s companies; only the platform changes it',
  storage_totals: 'maintained by triggers; summed per tenant with platform reach and by functions of the owner',
  headcounts: 'maintained by triggers; summed per tenant with platform reach and by functions of the owner',
  sign_in_marks: 'how far each log is counted; only the counting job needs it',
  tenant_domains: 'looked up by the host of a request, before a company is known',
  open_nonces: 'checked for all companies at once, when a call is signed',
  open_leases: 'counters of applications and APIs, by keys that name no company',
  oidc_models: 'found by the hash of a token, before a company is known',
  oidc_logouts: 'sent for all companies at once, and noted by triggers for applications of other companies',
  oidc_keys: 'the keys of the provider, which belong to no company',
  nodes: 'which nodes run; they serve all companies',
  schedules: 'work that is due by the clock, of all companies together',
  installation: 'what the database is; of no company',
  archive_comparisons: 'what the operator compares of a tenant; no company sees it',
  archive_differences: 'what the operator compares of a tenant; no company sees it',
  archived_rows: 'what the operator compares of a tenant; no company sees it',
  backup_records: 'backups of the whole installation',
  limits: 'counters by address and account, used before the caller is known',
}
/** Tables whose company policy differs from `company_id = acting_company()`. */
const customPolicy = {
  open_apis: 'reference data: every company reads it; only the platform changes it',
  areas: 'reference data: every company reads it; only the owner loads it',
  area_editions: 'reference data: every company reads it; only the owner loads it',
  custom_fields: 'a company sees its own and the platform’s; it writes only its own',
  dict_groups: 'reference data: every company reads it; only the platform company changes it',
  languages: 'reference data: every company reads it; only the platform company changes it',
  dict_items: 'reference data: every company reads it and lays its own over it; only the platform company changes it',
  message_templates: 'reference data: every company reads it; only the platform company changes its wording',
  notices: 'a company sees its own and the platform’s issued ones that address it; it writes only its own',
  notice_receipts: 'a company sees those of its users, and the platform company those of its notices',
  notice_tallies: 'a company sees those of its users, and the platform company those of its notices',
  tenants: 'a company sees its tenant, its own or the shared one; only the platform writes it',
  tenant_domains: 'a company sees the verified hosts of its tenant; only the platform writes them',
  plans: 'reference data: every company reads plans; only the platform writes them',
  plan_elements: 'reference data: every company reads plans; only the platform writes them',
  plan_menus: 'reference data: every company reads plans; only the platform writes them',
  companies: 'a company sees itself: its key is the id, and there is no company_id',
  elements: 'reference data: every company reads it; only the platform company changes it',
  modules: 'reference data: every company reads it; only the platform company changes it',
  apis: 'reference data: every company reads it; only the platform company changes it',
  element_apis: 'reference data: every company reads it; only the platform company changes it',
  registry_epoch: 'one number for all companies; only triggers change it',
  events:
    'a company publishes to its own users and reads none; only the platform company publishes to all and to others',
  failed_calls: 'a company sees its own; the platform company sees and handles all',
  tenant_faults: 'a company sees its own; the platform company reads all',
  overview_counts: 'sums over all tenants; only the platform company reads them',
  trails: 'a company sees its own; the platform company reads those of failed calls',
  observed_elements: 'reference data: every company reads it; only the platform company changes it',
  menu_elements: 'reference data: every company reads it; only the platform company changes it',
  api_calls: 'sums over all companies without names; only the platform company reads them',
  menus: 'reference data: every company reads it; only the platform company writes it',
  idempotency_keys: 'a key belongs to a user, not to a company: the random actor id and the key protect it',
}
/** Tables that a transaction without a company can read. */
const visibleWithoutCompany = {
  dict_groups: 'reference data, the same for every company',
  dict_items: 'reference data, the same for every company',
  message_templates: 'reference data, the same for every company',
  elements: 'reference data, the same for every company',
  modules: 'reference data, the same for every company',
  apis: 'reference data, the same for every company',
  element_apis: 'reference data, the same for every company',
  registry_epoch: 'one number for all companies',
  menus: 'reference data, the same for every company',
  plans: 'reference data, the same for every company',
  plan_elements: 'reference data, the same for every company',
  plan_menus: 'reference data, the same for every company',
  idempotency_keys: 'a key belongs to a user; it is found only by a random id and an unguessable key',
}

let app: TestApp
let serving: pg.Client
let ownCompany: string
let otherCompany: string
let tables: string[]
beforeAll(async () => {
  app = await createTestApp()
  serving = new pg.Client({ connectionString: await ensureServingLogin(app.ownerUrl) })
  await serving.connect()
  for (const name of ['甲', '乙']) {
    const companyId = await buildCompany(app, name)
    const permissions = ['sysBases:add']
    const user = await buildUser(app, { companyId, permissions, menus: ['sys.bases'] })
    await buildPortrait(app, user)
    const body = { code: 'a.b', name: '名', kind: 'string' as const, value: '' }
    const key = { 'idempotency-key': `key-of-${companyId}` }
    await app.call(baseParametersContract.create, { body }, await app.signIn(user), key)
    otherCompany = ownCompany
    ownCompany = companyId
  }
  const listed = await app.sql(
    `select oid::regclass::text as relname from pg_class where relkind in ('r', 'p') and not relispartition
     and relnamespace in ${productSchemas} order by 1`,
  )
  tables = listed.map(({ relname }) => String(relname))
})
afterAll(() => serving.end())

const listNames = async (text: string) => (await app.sql(text)).map((row) => String(row.name))
const tablesWithPrivilege = async (role: string, right: string) =>
  listNames(`select pg_class.oid::regclass::text as name from pg_class where relkind in ('r', 'p') and relnamespace in ${productSchemas}
         and has_table_privilege('${role}', oid, '${right}') order by 1`)
/**
 * Runs a statement as a serving role and rolls it back.
 * @returns the row count or the SQLSTATE of the refusal
 */
const runAs = async (role: string, company: string | undefined, text: string): Promise<number | string> => {
  await serving.query('begin')
  try {
    await serving.query(`set local role ${role}`)
    if (company) await serving.query(`set local app.company = '${company}'`)
    return (await serving.query(text)).rowCount ?? 0
  } catch (error) {
    return String((error as { code?: string }).code)
  } finally {
    await serving.query('rollback')
  }
}
const insufficientPrivilege = '42501'
/** Partitioned tables and their partitions, from the catalogue. */
const listPartitions = async () =>
  (await app.sql(
    `select inhparent::regclass::text as table, inhrelid::regclass::text as partition
     from pg_inherits join pg_class on oid = inhparent
     where relkind = 'p' and relnamespace in ${productSchemas} order by 1, 2`,
  )) as { table: string; partition: string }[]

describe('every table', () => {
  it('forces row security and has policies, or is accessible to the owner only', async () => {
    const open = await listNames(
      `select pg_class.oid::regclass::text as name from pg_class where relkind in ('r', 'p') and relnamespace in ${productSchemas}
       and not (relrowsecurity and relforcerowsecurity and exists (select from pg_policy where polrelid = pg_class.oid))`,
    )
    expectOnly(open, ownersOnly)
    const reached = await Promise.all(
      ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE'].flatMap((right) =>
        ['atrium_company', 'atrium_platform', 'public'].map((role) => tablesWithPrivilege(role, right)),
      ),
    )
    expect(reached.flat().filter((table) => table in ownersOnly)).toEqual([])
  })
  it('is out of a company’s reach, or has the standard policy of company rows', async () => {
    const reach = new Set(
      (
        await Promise.all(
          ['SELECT', 'INSERT', 'UPDATE', 'DELETE'].map((right) => tablesWithPrivilege('atrium_company', right)),
        )
      ).flat(),
    )
    expectOnly(
      tables.filter((table) => !reach.has(table) && !(table in ownersOnly)),
      platformOnly,
    )
    const ownRows = `(company_id = ( SELECT acting_company() AS acting_company))`
    const standard = await app.sql(
      `select format('%I.%I', schemaname, tablename)::regclass::text as name, count(*) filter (where qual = $1 and with_check = $1 and cmd = 'ALL' and permissive = 'PERMISSIVE')::int as own,
              count(*)::int as all
       from pg_policies where 'atrium_company' = any(roles) and policyname <> 'user_proofs' group by 1`,
      [ownRows],
    )
    const others = standard.filter((row) => row.own !== 1 || row.all !== 1).map(({ name }) => String(name))
    expectOnly(others, customPolicy)
  })
  it('with partitions has an age rule and a default partition', async () => {
    const parents = [...Map.groupBy(await listPartitions(), ({ table }) => table)]
    const ruled = await listNames('select parent as name from partition_rules() order by 1')
    expect(parents.map(([table]) => table)).toEqual(ruled)
    for (const [table, parts] of parents) expect(parts.map(({ partition }) => partition)).toContain(`${table}_default`)
  })
  it('with partitions is accessed as a whole: only the owner reaches a partition', async () => {
    for (const { partition } of await listPartitions()) {
      for (const role of ['atrium_company', 'atrium_platform'])
        for (const text of [`select 1 from ${partition}`, `delete from ${partition}`, `drop table ${partition}`])
          expect([partition, text, await runAs(role, ownCompany, text)]).toEqual([
            partition,
            text,
            insufficientPrivilege,
          ])
      const policies = await app.sql('select policyname as name from pg_policies where tablename = $1', [partition])
      expect(policies).toEqual([{ name: 'owner_rows' }])
    }
  })
  it('with a company_id has it first in its primary key', async () => {
    const keys = await app.sql(
      `select indrelid::regclass::text as name, (select attname from pg_attribute where attrelid = indrelid and attnum = indkey[0]) as first
       from pg_index join pg_class on pg_class.oid = indrelid
       where indisprimary and relnamespace in ${productSchemas}
       and exists (select from pg_attribute where attrelid = indrelid and attname = 'company_id')`,
    )
    expectOnly(
      keys.filter(({ first }) => first !== 'company_id').map(({ name }) => String(name)),
      {
        events: 'read for all companies at once, by the transactions that published them',
        sessions: 'found by the id inside a token, before the company is known',
        login_directory: 'found by the name typed at sign-in, before the company is known',
        sign_in_attempts: 'found by a temporary token, before the company is known',
        recovery_tickets: 'found by a ticket, before the company is known',
      },
    )
  })
})

describe('a database transaction', () => {
  it('runs as a group role, whatever its reach', async () => {
    const rolesIn = (reach: DatabaseReach) =>
      app.database.transact(reach, async (db) => {
        const currentRoles = sql<Record<string, string>>`select current_user::text as role, session_user::text as login`
        return (await currentRoles.execute(db)).rows[0]
      })
    const login = expect.stringMatching(/^atrium_serve_/)
    expect(await rolesIn({ reach: 'company', companyId: ownCompany })).toEqual({ role: 'atrium_company', login })
    expect(await rolesIn({ reach: 'platform' })).toEqual({ role: 'atrium_platform', login })
    const { rows } = await app.database.statement({ text: 'select current_user::text as role', values: [] })
    expect(rows).toEqual([{ role: 'atrium_platform' }])
  })
  it('leaves neither role nor company on its connection', async () => {
    await app.database.transact({ reach: 'company', companyId: ownCompany }, (db) =>
      db.selectFrom('users').select('id').execute(),
    )
    const { rows } = await app.database.statement({
      text: `select coalesce(nullif(current_setting('app.company', true), ''), 'none') as company`,
      values: [],
    })
    expect(rows).toEqual([{ company: 'none' }])
  })
})

describe('the serving login', () => {
  it('is no superuser, owns nothing, inherits nothing and bypasses no policy', async () => {
    const [login] = await app.sql(
      `select rolsuper, rolbypassrls, rolinherit, rolcreaterole, rolcreatedb, rolreplication,
              (select count(*)::int from pg_class where relowner = pg_roles.oid)
              + (select count(*)::int from pg_proc where proowner = pg_roles.oid)
              + (select count(*)::int from pg_database where datdba = pg_roles.oid) as owned,
              (select array_agg(roleid::regrole::text order by 1) from pg_auth_members where member = pg_roles.oid) as groups
       from pg_roles where rolname = (select name from serving_login)`,
    )
    expect(login).toEqual({
      rolsuper: false,
      rolbypassrls: false,
      rolinherit: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
      owned: 0,
      groups: ['atrium_company', 'atrium_platform'],
    })
  })
  it('alone reaches the schema of the job queue', async () => {
    const reaching = await listNames(
      `select rolname as name from pg_roles where has_schema_privilege(rolname, 'pgboss', 'usage') and not rolsuper
       and oid <> (select nspowner from pg_namespace where nspname = 'pgboss') and rolname !~ '^pg_'`,
    )
    expect(reaching).toEqual([expect.stringMatching(/^atrium_serve_/)])
  })
  it('can switch to two groups with as few privileges', async () => {
    const unprivilegedGroups = await app.sql(
      `select rolname from pg_roles where rolname in ('atrium_company', 'atrium_platform')
       and not (rolsuper or rolbypassrls or rolcanlogin or rolcreaterole or rolcreatedb)`,
    )
    expect(unprivilegedGroups).toHaveLength(2)
  })
  it('cannot become the owner through a function: each one has a fixed search path', async () => {
    const withoutSearchPath = await listNames(
      `select proname as name from pg_proc where pronamespace = 'public'::regnamespace and prosecdef
       and not coalesce(array_to_string(proconfig, ','), '') like '%search_path=public, pg_temp%'`,
    )
    expect(withoutSearchPath).toEqual([])
  })
})

describe('a company’s transaction', () => {
  it('sees no rows without a company', async () => {
    const readable = await tablesWithPrivilege('atrium_company', 'SELECT')
    const seen: string[] = []
    for (const table of readable)
      if ((await runAs('atrium_company', undefined, `select 1 from ${table} limit 1`)) !== 0) seen.push(table)
    expectOnly(seen, visibleWithoutCompany)
  })
  it('sees its own rows only, and changes no other company’s rows', async () => {
    const companyTables = await listNames(
      `select pg_class.oid::regclass::text as name from pg_class join pg_attribute on attrelid = pg_class.oid
       where relkind in ('r', 'p') and relnamespace in ${productSchemas} and attname = 'company_id'
       and has_table_privilege('atrium_company', pg_class.oid, 'SELECT') order by 1`,
    )
    const tested: string[] = []
    for (const table of companyTables) {
      const rows = await app.sql(`select count(*)::int as n from ${table} where company_id = $1`, [otherCompany])
      if (rows[0]?.n === 0) continue
      tested.push(table)
      expect([
        table,
        await runAs('atrium_company', ownCompany, `select 1 from ${table} where company_id = '${otherCompany}'`),
      ]).toEqual([table, 0])
      expect([table, Number(await runAs('atrium_company', ownCompany, `select 1 from ${table}`)) > 0]).toEqual([
        table,
        true,
      ])
      const copied = `insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(it) || '{"company_id":"${otherCompany}"}')).* from ${table} it limit 1`
      expect([table, await runAs('atrium_company', ownCompany, copied)]).toEqual([table, insufficientPrivilege])
      for (const write of [`update ${table} set company_id = company_id`, `delete from ${table}`]) {
        const outcome = await runAs('atrium_company', ownCompany, `${write} where company_id = '${otherCompany}'`)
        // No serving role can change the audit log.
        expect([table, outcome]).toEqual([table, table === 'audit_log' ? insufficientPrivilege : 0])
      }
      const moved = await runAs('atrium_company', ownCompany, `update ${table} set company_id = '${otherCompany}'`)
      expect([table, moved]).toEqual([table, insufficientPrivilege])
    }
    // Tables without test rows were skipped; at least these were tested.
    const atLeast = [
      'audit_log',
      'base_parameter_versions',
      'base_parameters',
      'portraits',
      'role_elements',
      'role_menus',
      'roles',
      'sessions',
      'user_roles',
      'users',
    ]
    expect(tested).toEqual(expect.arrayContaining(atLeast))
  })
})
