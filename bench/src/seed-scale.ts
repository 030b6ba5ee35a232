import { asOwner } from '@atrium/server/src/kernel/db/as-owner.ts'
import { seedDatabase } from '@atrium/server/src/seed/seed-database.ts'
import type pg from 'pg'
import { password, setCompanyShare } from './seed.ts'

/** Size of the tenancy goals (performance.md), and a hundredth of it, to measure growth. */
export const largeDataset = { companies: 50_000, users: 1_000_000 }
export const smallDataset = { companies: 500, users: 10_000 }

/** Size of the access control goals, in the largest company. */
export const scale = {
  roles: 10_000,
  elements: 500,
  /** Assignees of the role whose change is measured. */
  assignees: 100_000,
  online: 20_000,
}
const parameterRows = 2_000
const organizationsBelow = 10
/** Elements of each role. */
const elementsPerRole = 20
const commonRoles = 100

export type Seeded = {
  /** The operator's company. */
  platform: string
  /** The largest company. */
  company: string
  /** Its administrator. */
  account: string
  /** An organisation in it with the same number of descendants in every dataset, so that its replies do not grow. */
  organization: string
  /** Phone of one of its users. */
  phone: string
}

const addOrganizations = async (client: pg.Client, company: string): Promise<string> => {
  const { rows } = await client.query<{ id: string; parent: string | null }>(
    `with top as (select gen_random_uuid() as id), below as (select top.id as parent, gen_random_uuid() as id, n from top, generate_series(1, $2::int) n)
     insert into orgs (company_id, id, parent_id, path, name, sort)
     select $1::uuid, id, null, '/' || id || '/', '标尺', 0 from top
     union all select $1, id, parent, '/' || parent || '/' || id || '/', '标尺' || n, n from below
     returning id, parent_id as parent`,
    [company, organizationsBelow],
  )
  return rows.find(({ parent }) => parent === null)?.id as string
}

/** Fills the database with companies and users as `npm run seed` does, and the operator's company with parameters. */
export const seedScale = async (
  ownerUrl: string,
  wanted: { companies: number; users: number },
  onProgress: (part: number) => void,
): Promise<Seeded> => {
  await seedDatabase(ownerUrl, { ...wanted, seed: 1 }, { password, onProgress })
  await setCompanyShare(ownerUrl)
  return asOwner(ownerUrl, async (client) => {
    const { rows } = await client.query<Omit<Seeded, 'organization'>>(
      `select (select id from companies where platform) as platform, companies.id as company, admin.account, admin.phone
       from companies join users admin on admin.company_id = companies.id and admin.id = admin_id
       where companies.code = 'C00001'`,
    )
    const found = rows[0] as Omit<Seeded, 'organization'>
    const seeded = { ...found, organization: await addOrganizations(client, found.company) }
    await client.query(
      `insert into base_parameters (company_id, id, code, name, kind, value, created_by, updated_by)
       select $1, gen_random_uuid(), 'bench.p' || n, '参数' || n, 'string', to_jsonb('值' || n), by, by
       from generate_series(1, $2::int) n, (select '{"id":"","name":"标尺"}'::jsonb as by) seeded`,
      [seeded.platform, parameterRows],
    )
    // Speed is measured here, not how often a user may call.
    await client.query('update apis set rate = null where rate is not null')
    await client.query('vacuum analyze base_parameters')
    return seeded
  })
}

const addElements = async (client: pg.Client, company: string) => {
  await client.query(
    `insert into modules (id, code, name, origin) values (gen_random_uuid(), 'benchModule', '标尺', 'custom')`,
  )
  await client.query(
    `insert into elements (id, code, module, operation, name, origin)
     select gen_random_uuid(), 'benchModule:op' || n, 'benchModule', 'op' || n, '操作' || n, 'custom'
     from generate_series(1, $1::int - (select count(*) from elements)::int) n`,
    [scale.elements],
  )
  await client.query(
    `with plan as (insert into plans (id, code, name) values (gen_random_uuid(), 'bench', '标尺版') returning id),
     elements as (insert into plan_elements select plan.id, code from plan, elements),
     menus as (insert into plan_menus select plan.id, menus.id from plan, menus)
     update tenants set plan_id = plan.id from plan where company_id = $1`,
    [company],
  )
}

const addRoles = async (client: pg.Client, company: string) => {
  await client.query(
    `insert into roles (company_id, id, code, name)
     select $1, gen_random_uuid(), 'bench' || n, '角色' || n from generate_series(1, $2::int) n`,
    [company, scale.roles],
  )
  await client.query(
    `insert into role_elements (company_id, role_id, element)
     select $1, roles.id, code
     from (select id, row_number() over (order by code) at from roles where company_id = $1 and code like 'bench%') roles
     join (select code, row_number() over (order by code) at, count(*) over () as all_of from elements) elements
       on (elements.at + roles.at * 7) % all_of < $2::int`,
    [company, elementsPerRole],
  )
}

/** Assigns the role, except to the administrator: users cannot change roles they hold. */
const addAssignees = async (client: pg.Client, company: string, role: string) => {
  // No rights are cached yet that would have to be invalidated.
  await client.query('alter table user_roles disable trigger epoch_insert')
  await client.query(
    `insert into user_roles (company_id, user_id, role_id)
     select $1, id, $2 from users where company_id = $1 and account not like 'admin%' order by account limit $3`,
    [company, role, scale.assignees],
  )
  await client.query(
    `insert into user_roles (company_id, user_id, role_id)
     select $1, users.id, roles.id
     from (select id, row_number() over (order by account) at from users where company_id = $1) users
     join (select id, row_number() over (order by code) at from roles
           where company_id = $1 and code like 'bench%' and id <> $2 limit $3) roles
       on roles.at = 1 + users.at % $3`,
    [company, role, commonRoles],
  )
  await client.query('alter table user_roles enable trigger epoch_insert')
}

/**
 * Adds many elements and roles to the largest company and grants them to its administrator.
 * @returns the role with most assignees
 */
export const addRights = ({ company }: Seeded, ownerUrl: string): Promise<string> =>
  asOwner(ownerUrl, async (client) => {
    await client.query('begin')
    await addElements(client, company)
    await addRoles(client, company)
    const { rows } = await client.query(`select id from roles where company_id = $1 and code = 'bench1'`, [company])
    const role: string = rows[0].id
    await addAssignees(client, company, role)
    const administrator = `select company_id, id from roles where company_id = $1 and code = 'company-admin'`
    await client.query(
      `insert into role_elements select administrator.company_id, administrator.id, code from (${administrator}) administrator, elements on conflict do nothing`,
      [company],
    )
    await client.query(
      `insert into role_menus select administrator.company_id, administrator.id, menus.id from (${administrator}) administrator, menus on conflict do nothing`,
      [company],
    )
    await client.query('commit')
    await client.query('vacuum analyze')
    // Without a checkpoint, writing to disk would go on for minutes during the measurement.
    await client.query('checkpoint')
    return role
  })

/**
 * Puts a user of the largest company into a centre of a branch, with a role that has all rights over the organisations
 * they are in and those below them.
 * @returns their account
 */
export const addBranchCaller = ({ company }: Seeded, ownerUrl: string): Promise<string> =>
  asOwner(ownerUrl, async (client) => {
    const { rows } = await client.query<{ account: string }>(
      `with branch as (
         select id from orgs center where company_id = $1 and parent_id is not null and exists (
           select from orgs below where below.company_id = $1 and below.parent_id = center.id)
         order by length(path), name, id limit 1),
       caller as (select id, account from users where company_id = $1 and account not like 'admin%' order by account limit 1),
       role as (
         insert into roles (company_id, id, code, name, data_scope)
         values ($1, gen_random_uuid(), 'branch-caller', '分支', 'orgSub') returning id),
       elements as (insert into role_elements select $1, role.id, code from role, elements),
       menus as (insert into role_menus select $1, role.id, menus.id from role, menus),
       joined as (insert into user_orgs (company_id, user_id, org_id) select $1, caller.id, branch.id from caller, branch),
       given as (insert into user_roles (company_id, user_id, role_id) select $1, caller.id, role.id from caller, role)
       select account from caller`,
      [company],
    )
    return rows[0]?.account as string
  })

/** Adds sessions of users of the largest company, as on a working day. */
export const addSessions = ({ company }: Seeded, ownerUrl: string): Promise<void> =>
  asOwner(ownerUrl, async (client) => {
    await client.query(
      `insert into sessions (id, company_id, user_id, access_hash, access_expires_at, refresh_hash, idle_expires_at,
         absolute_expires_at, aes_key, device_id, device_name, ip, agent)
       select gen_random_uuid(), $1, id, sha256(id::text::bytea), soon, sha256(account::bytea), soon, soon, '', '', '', '', 'bench'
       from (select id, account from users where company_id = $1 order by account limit $2) online,
         (select now() + interval '8 hours' as soon) expiry`,
      [company, scale.online],
    )
    await client.query('vacuum analyze sessions')
  })

/** Rows added to the operation log. */
export const logRows = Number(process.env.BENCH_LOG_ROWS || 1_000_000)
/** Number of actors of these rows. */
const writers = 1000

/**
 * Adds rows to the operator's log after the existing ones. They are not sealed, which would take longer than everything
 * else: reading is measured here, not verification.
 */
export const addLogRows = ({ platform }: Seeded, ownerUrl: string, rows = logRows): Promise<void> =>
  asOwner(ownerUrl, async (client) => {
    await client.query('alter table audit_log disable trigger seal')
    await client.query(
      `with head as (select coalesce((select seq from audit_heads where company_id = $1), 0) as seq),
       actors as (select array(select gen_random_uuid() from generate_series(1, $3::int)) as ids)
       insert into audit_log (company_id, seq, id, time, trace_id, actor, actor_id, ip, agent, event, entity_id, entity_name,
         after, ok, code, ms, prev, hash)
       select $1, head.seq + n, gen_random_uuid(), now() + n * interval '1 millisecond', md5(n::text),
         jsonb_build_object('id', ids[1 + n % $3], 'name', '人' || n % $3), ids[1 + n % $3], '10.0.0.' || n % 250, 'bench',
         (array['user.updated', 'role.updated', 'user.locked', 'menu.updated', 'session.started'])[1 + n % 5],
         md5((n % 5000)::text), '条目' || n % 5000, '{"name":"标尺"}', n % 50 <> 0, case n % 50 when 0 then 400 else 0 end,
         n % 90, '', ''
       from generate_series(1, $2::int) n, head, actors`,
      [platform, rows, writers],
    )
    await client.query(
      `insert into audit_heads values ($1, $2::int, '') on conflict (company_id) do update set seq = audit_heads.seq + $2::int`,
      [platform, rows],
    )
    await client.query('alter table audit_log enable trigger seal')
    await client.query('vacuum analyze audit_log')
    await client.query('checkpoint')
  })
