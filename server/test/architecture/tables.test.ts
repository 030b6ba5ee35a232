import { baseParametersContract } from '@atrium/contract/features/base-parameters/base-parameters.contract.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Sight } from '../../src/kernel/db/database.ts'
import { ensureServingLogin } from '../../src/kernel/db/serving-login.ts'
import { buildCompany, buildUser } from '../factories.ts'
import { createTestApp, type TestApp } from '../harness.ts'
import { expectOnly } from './expect-only.ts'

/** Tables that no serving role may touch at all, so that no policy is needed. */
const ownersOnly = {
  audit_heads: 'the newest link of each chain; only the sealing trigger touches it, as the owner',
  serving_login: 'the password of the serving login; only the owner reads it, at start',
  schema_migrations: 'what was migrated; only the owner reads and writes it, at start',
  schema_migrations_lock: 'the turn that migrating processes take; only the owner uses it',
}
/** Tables of the platform: they have row security, and no company can reach a row of theirs. */
const platformOnly = {
  login_directory: 'looked up before a company is known; accounts are unique on the whole platform',
  sign_in_attempts: 'looked up by a temporary token before there is a session',
  captchas: 'belong to nobody yet: asked for before anybody can sign in',
  verification_codes: 'belong to nobody yet: sent before it is known whose phone it is',
  passkey_challenges: 'asked for before anybody can sign in',
  recovery_tickets: 'found by a ticket, before the company is known',
  tenant_logos:
    'shown by the platform’s sight to whoever acts in a company of the tenant; the platform alone changes it',
  headcounts: 'kept by triggers, summed up for tenants by the platform’s sight and by functions of the owner',
  tenant_domains: 'looked up by the host of a request, before a company is known',
  limits: 'counters by address and account, counted before it is known who calls',
}
/** Tables whose company policy is another than "my own rows". */
const policyOfItsOwn = {
  message_templates: 'reference data: every company reads it; the platform company alone changes its wording',
  tenants: 'a company sees the tenant it belongs to, its own or the one it shares; the platform alone writes it',
  plans: 'reference data: every company reads what plans hold; the platform alone writes them',
  plan_elements: 'reference data: every company reads what plans hold; the platform alone writes them',
  plan_menus: 'reference data: every company reads what plans hold; the platform alone writes them',
  companies: 'a company sees itself: its key is the id, and there is no company_id',
  elements: 'reference data: every company reads it, the platform company alone changes it',
  modules: 'reference data: every company reads it, the platform company alone changes it',
  apis: 'reference data: every company reads it, the platform company alone changes it',
  element_apis: 'reference data: every company reads it, the platform company alone changes it',
  registry_epoch: 'one number for everybody; triggers alone change it',
  failed_calls: 'a company sees its own; the platform company sees and handles all of them',
  trails: 'a company sees its own; the platform company reads those that belong to failed calls',
  observed_elements: 'reference data: every company reads it, the platform company alone changes it',
  menu_elements: 'reference data: every company reads it, the platform company alone changes it',
  api_calls: 'sums over all companies without a name; the platform company alone reads them',
  menus: 'reference data: every company reads it; the platform company alone writes it',
  idempotency_keys: 'a key belongs to a person, not to a company: the random actor id and the key are the fence',
}
/** What a transaction without a company can still see. */
const visibleToNobody = {
  message_templates: 'reference data, the same for every company',
  elements: 'reference data, the same for every company',
  modules: 'reference data, the same for every company',
  apis: 'reference data, the same for every company',
  element_apis: 'reference data, the same for every company',
  registry_epoch: 'one number for everybody',
  menus: 'reference data, the same for every company',
  plans: 'reference data, the same for every company',
  plan_elements: 'reference data, the same for every company',
  plan_menus: 'reference data, the same for every company',
  idempotency_keys: 'a key belongs to a person; it is found by a random id and an unguessable key only',
}

let app: TestApp
let serving: pg.Client
let mine: string
let theirs: string
let tables: string[]
beforeAll(async () => {
  app = await createTestApp()
  serving = new pg.Client({ connectionString: await ensureServingLogin(app.ownerUrl) })
  await serving.connect()
  for (const name of ['甲', '乙']) {
    const companyId = await buildCompany(app, name)
    const permissions = ['sysBases:add']
    const user = await buildUser(app, { companyId, permissions, menus: ['sys.bases'] })
    await app.sql(`insert into portraits (company_id, user_id, image, etag) values ($1, $2, '', '')`, [
      companyId,
      user.id,
    ])
    const body = { code: 'a.b', name: '名', kind: 'string' as const, value: '' }
    const key = { 'idempotency-key': `key-of-${companyId}` }
    await app.call(baseParametersContract.create, { body }, await app.signIn(user), key)
    theirs = mine
    mine = companyId
  }
  const listed = await app.sql(
    `select relname from pg_class where relkind in ('r', 'p') and not relispartition
     and relnamespace = 'public'::regnamespace order by 1`,
  )
  tables = listed.map(({ relname }) => String(relname))
})
afterAll(() => serving.end())

const names = async (text: string) => (await app.sql(text)).map((row) => String(row.name))
const may = async (role: string, right: string) =>
  names(`select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
         and has_table_privilege('${role}', oid, '${right}') order by 1`)
/** One statement as a serving role, undone. Out: how many rows it touched or gave, or the code it was refused with. */
const as = async (role: string, company: string | undefined, text: string): Promise<number | string> => {
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
const refused = '42501'
/** The tables in partitions, with each of those, as the catalogue has them. */
const partitions = async () =>
  (await app.sql(
    `select inhparent::regclass::text as table, inhrelid::regclass::text as partition
     from pg_inherits join pg_class on oid = inhparent where relkind = 'p' order by 1, 2`,
  )) as { table: string; partition: string }[]

describe('every table', () => {
  it('forces row security and has policies, or belongs to its owner alone', async () => {
    const open = await names(
      `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
       and not (relrowsecurity and relforcerowsecurity and exists (select from pg_policy where polrelid = pg_class.oid))`,
    )
    expectOnly(open, ownersOnly)
    const reached = await Promise.all(
      ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE'].flatMap((right) =>
        ['atrium_company', 'atrium_platform', 'public'].map((role) => may(role, right)),
      ),
    )
    expect(reached.flat().filter((table) => table in ownersOnly)).toEqual([])
  })
  it('is out of a company’s reach, or says in the one way which rows are the company’s', async () => {
    const reach = new Set(
      (await Promise.all(['SELECT', 'INSERT', 'UPDATE', 'DELETE'].map((right) => may('atrium_company', right)))).flat(),
    )
    expectOnly(
      tables.filter((table) => !reach.has(table) && !(table in ownersOnly)),
      platformOnly,
    )
    const ownRows = `(company_id = ( SELECT acting_company() AS acting_company))`
    const standard = await app.sql(
      `select tablename as name, count(*) filter (where qual = $1 and with_check = $1 and cmd = 'ALL' and permissive = 'PERMISSIVE')::int as own,
              count(*)::int as all
       from pg_policies where 'atrium_company' = any(roles) group by 1`,
      [ownRows],
    )
    const others = standard.filter((row) => row.own !== 1 || row.all !== 1).map(({ name }) => String(name))
    expectOnly(others, policyOfItsOwn)
  })
  it('in partitions is one whose rows go by age, with a partition for what fits none', async () => {
    const parents = [...Map.groupBy(await partitions(), ({ table }) => table)]
    const ruled = await names('select parent as name from partition_rules() order by 1')
    expect(parents.map(([table]) => table)).toEqual(ruled)
    for (const [table, parts] of parents) expect(parts.map(({ partition }) => partition)).toContain(`${table}_default`)
  })
  it('is reached whole: its partitions by nobody but the owner', async () => {
    for (const { partition } of await partitions()) {
      for (const role of ['atrium_company', 'atrium_platform'])
        for (const text of [`select 1 from ${partition}`, `delete from ${partition}`, `drop table ${partition}`])
          expect([partition, text, await as(role, mine, text)]).toEqual([partition, text, refused])
      const policies = await app.sql('select policyname as name from pg_policies where tablename = $1', [partition])
      expect(policies).toEqual([{ name: 'owner_rows' }])
    }
  })
  it('with a company in it has it first in its key', async () => {
    const keys = await app.sql(
      `select relname as name, (select attname from pg_attribute where attrelid = indrelid and attnum = indkey[0]) as first
       from pg_index join pg_class on pg_class.oid = indrelid
       where indisprimary and relnamespace = 'public'::regnamespace
       and exists (select from pg_attribute where attrelid = indrelid and attname = 'company_id')`,
    )
    expectOnly(
      keys.filter(({ first }) => first !== 'company_id').map(({ name }) => String(name)),
      {
        sessions: 'found by the id inside a token, before the company is known',
        login_directory: 'found by what somebody typed at sign-in, before the company is known',
        sign_in_attempts: 'found by a temporary token, before the company is known',
        recovery_tickets: 'found by a ticket, before the company is known',
      },
    )
  })
})

describe('a transaction', () => {
  it('runs as a group role, whatever it was opened for', async () => {
    const inside = (sight: Sight) =>
      app.database.transact(sight, async (db) => {
        const who = sql<Record<string, string>>`select current_user::text as role, session_user::text as login`
        return (await who.execute(db)).rows[0]
      })
    const login = expect.stringMatching(/^atrium_serve_/)
    expect(await inside({ reach: 'company', companyId: mine })).toEqual({ role: 'atrium_company', login })
    expect(await inside({ reach: 'platform' })).toEqual({ role: 'atrium_platform', login })
    const { rows } = await app.database.statement({ text: 'select current_user::text as role', values: [] })
    expect(rows).toEqual([{ role: 'atrium_platform' }])
  })
  it('leaves neither role nor company behind on its connection', async () => {
    await app.database.transact({ reach: 'company', companyId: mine }, (db) =>
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
  it('is no superuser, owns nothing, inherits nothing and gets past no policy', async () => {
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
  it('can become two groups that are as small', async () => {
    const mighty = await app.sql(
      `select rolname from pg_roles where rolname in ('atrium_company', 'atrium_platform')
       and not (rolsuper or rolbypassrls or rolcanlogin or rolcreaterole or rolcreatedb)`,
    )
    expect(mighty).toHaveLength(2)
  })
  it('cannot become the owner through a function: each has a fixed search path', async () => {
    const loose = await names(
      `select proname as name from pg_proc where pronamespace = 'public'::regnamespace and prosecdef
       and not coalesce(array_to_string(proconfig, ','), '') like '%search_path=public, pg_temp%'`,
    )
    expect(loose).toEqual([])
  })
})

describe('a company', () => {
  it('sees nothing at all when none is set', async () => {
    const readable = await may('atrium_company', 'SELECT')
    const seen: string[] = []
    for (const table of readable)
      if ((await as('atrium_company', undefined, `select 1 from ${table} limit 1`)) !== 0) seen.push(table)
    expectOnly(seen, visibleToNobody)
  })
  it('sees its own rows, never another’s, and changes none of those', async () => {
    const kept = await names(
      `select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid
       where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and attname = 'company_id'
       and has_table_privilege('atrium_company', pg_class.oid, 'SELECT') order by 1`,
    )
    const tried: string[] = []
    for (const table of kept) {
      const rows = await app.sql(`select count(*)::int as n from ${table} where company_id = $1`, [theirs])
      if (rows[0]?.n === 0) continue
      tried.push(table)
      expect([
        table,
        await as('atrium_company', mine, `select 1 from ${table} where company_id = '${theirs}'`),
      ]).toEqual([table, 0])
      expect([table, Number(await as('atrium_company', mine, `select 1 from ${table}`)) > 0]).toEqual([table, true])
      const copied = `insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(it) || '{"company_id":"${theirs}"}')).* from ${table} it limit 1`
      expect([table, await as('atrium_company', mine, copied)]).toEqual([table, refused])
      for (const write of [`update ${table} set company_id = company_id`, `delete from ${table}`]) {
        const outcome = await as('atrium_company', mine, `${write} where company_id = '${theirs}'`)
        // The audit log cannot be changed at all, by anybody who serves.
        expect([table, outcome]).toEqual([table, table === 'audit_log' ? refused : 0])
      }
      const drift = await as('atrium_company', mine, `update ${table} set company_id = '${theirs}'`)
      expect([table, drift]).toEqual([table, refused])
    }
    // Tables that no row was arranged for were not tried; these were, and new ones may join them.
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
    expect(tried).toEqual(expect.arrayContaining(atLeast))
  })
})
