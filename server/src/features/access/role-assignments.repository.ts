import { type RawBuilder, sql } from 'kysely'
import { likePattern, type Person } from '../../kernel/db/crud-repository.ts'
import type { Db } from '../../kernel/db/database.ts'
import { type Anchor, anchorableScopes } from './anchors.ts'
import { companyAdmin } from './company-admin.ts'
import type { RoleRights } from './covers.ts'

type Owner = { companyId: string; userId: string }
export type Wearing = {
  roleId: string
  orgId: string | null
  startTime: string | null
  expireTime: string | null
  reason: string
}
export type GivingRole = RoleRights & { id: string; name: string; type: string; status: number }
type HeldTogether = { element: string; menus: readonly string[]; most: number }
/** `now`: as roles stand and are worn; `ever`: if every lock were lifted and every start had come. */
type When = 'now' | 'ever'

/** Who looks after a company, or after the platform: somebody always has to. */
const isKeeper = sql<boolean>`(roles.everything or (roles.type = 'builtin' and roles.code = ${companyAdmin.code}))`
const inForce = sql<boolean>`in_force(worn)`
const notOver = sql<boolean>`(worn.expires_at is null or worn.expires_at > now())`

/** What people were given themselves. */
const given = (db: Db, companyId: string) =>
  db
    .selectFrom('user_roles as worn')
    .innerJoin('roles', (join) =>
      join.onRef('roles.company_id', '=', 'worn.company_id').onRef('roles.id', '=', 'worn.role_id'),
    )
    .where('worn.company_id', '=', companyId)

const wornBy = (companyId: string, userIds: readonly string[], when: When) =>
  sql<string[]>`array(select role_id from worn_roles worn
    where company_id = ${companyId} and user_id = any(${userIds}) and ${when === 'now' ? inForce : notOver})`

/** What roles add up to, each with all that it inherits. In: an array of their ids, as SQL. */
const addedUp = async (db: Db, companyId: string, roleIds: RawBuilder<string[]>, when: When): Promise<RoleRights> => {
  const whole = when === 'ever'
  const { rows } = await sql<RoleRights>`
    with worn as (select ${roleIds} as ids),
      line as (select distinct giver_id from role_lines(${companyId}, (select ids from worn), ${whole}))
    select
      exists (select from roles where company_id = ${companyId} and everything and id in (select giver_id from line)) as everything,
      array(select distinct element from role_elements
            where company_id = ${companyId} and role_id in (select giver_id from line)) as elements,
      array(select distinct menu_id::text from role_menus
            where company_id = ${companyId} and role_id in (select giver_id from line)) as menus,
      (select coalesce(jsonb_agg(jsonb_build_object('dataScope', case when ${whole} or rules = '[]' then data_scope else 'self' end,
                                             'dataOrgIds', data_org_ids)), '[]') from roles
       where company_id = ${companyId} and id = any((select ids from worn)::uuid[]) and (${whole} or status = 1)) as "rowScopes"
  `.execute(db)
  return rows[0] ?? { everything: false, elements: [], menus: [], rowScopes: [] }
}

/** Who wears which role, since when and until when. */
export const wornRolesRepository = {
  /** Roles of a company in the order they are named, each with all that it gives if nothing is locked. */
  roles: async (db: Db, companyId: string, ids: readonly string[]): Promise<GivingRole[]> => {
    const named = db
      .selectFrom('roles')
      .where('company_id', '=', companyId)
      .where(sql<boolean>`id = any(${ids})`)
      .select(['id', 'name', 'type', 'status', 'data_scope', 'data_org_ids'])
    const { rows } = await sql<GivingRole>`
      with named as (${named}),
        line as (select * from role_lines(${companyId}, array(select id from named), true)),
        held as (
          select line.role_id, array_agg(distinct element) as elements
          from line join role_elements given on given.company_id = ${companyId} and given.role_id = line.giver_id group by 1),
        seen as (
          select line.role_id, array_agg(distinct menu_id::text) as menus
          from line join role_menus given on given.company_id = ${companyId} and given.role_id = line.giver_id group by 1),
        open as (
          select line.role_id from line
          join roles giver on giver.company_id = ${companyId} and giver.id = line.giver_id and giver.everything)
      select id, name, type, status,
        exists (select from open where open.role_id = named.id) as everything,
        coalesce(elements, '{}') as elements, coalesce(menus, '{}') as menus,
        jsonb_build_array(jsonb_build_object('dataScope', data_scope, 'dataOrgIds', data_org_ids)) as "rowScopes"
      from named left join held on held.role_id = id left join seen on seen.role_id = id
      order by array_position(${ids}::uuid[], id)
    `.execute(db)
    return rows
  },

  /** The first roles that can be worn and that people are looking for, by name, as `roles` tells of them; and the one that is named. */
  offered: async (db: Db, companyId: string, { search, id, most }: { search: string; id: string; most: number }) => {
    const found = await db
      .selectFrom('roles')
      .where('company_id', '=', companyId)
      .where('type', '<>', 'template')
      .where((eb) => eb.or([eb('name', 'ilike', likePattern(search)), eb(sql`id::text`, '=', id)]))
      .orderBy(sql`id::text = ${id}`, 'desc')
      .orderBy('name')
      .limit(most)
      .select('id')
      .execute()
    return wornRolesRepository.roles(
      db,
      companyId,
      found.map((role) => role.id),
    )
  },

  /**
   * The roles in use that hold an element and these menus, themselves or by what they inherit: those that hold least first,
   * at most `most` of them, and how many they are.
   */
  holding: async (db: Db, companyId: string, { element, menus, most }: HeldTogether) => {
    const { rows } = await sql<{ id: string; total: number }>`
      with giver as (
          select role_id as id from role_elements where company_id = ${companyId} and element = ${element}
          union select id from roles where company_id = ${companyId} and everything),
        holder as (select id from giver union select heir_id from giver, role_heirs(${companyId}, giver.id)),
        worn as (
          select id, name, everything from roles
          where company_id = ${companyId} and id in (select id from holder) and type <> 'template' and status = 1
            and not exists (select from unnest(${menus}::uuid[]) as wanted (id) where not exists (
              select from role_lines(${companyId}, array[roles.id], true) as line
              join roles as giver on giver.company_id = ${companyId} and giver.id = line.giver_id
              where giver.everything or exists (select from role_menus
                where company_id = ${companyId} and role_id = giver.id and menu_id = wanted.id))))
      select id, count(*) over ()::int as total
      from worn
      order by everything, (
        select count(distinct held.element) from role_lines(${companyId}, array[worn.id], true) as line
        join role_elements held on held.company_id = ${companyId} and held.role_id = line.giver_id), name, id
      limit ${most}`.execute(db)
    const ids = rows.map(({ id }) => id)
    return { roles: await wornRolesRepository.roles(db, companyId, ids), total: rows[0]?.total ?? 0 }
  },

  /** Keeps roles from being changed until the transaction ends, so that what is given is what was looked at. */
  holdRoles: (db: Db, companyId: string, ids: readonly string[]) =>
    db
      .selectFrom('roles')
      .where('company_id', '=', companyId)
      .where('id', 'in', ids)
      .select('id')
      .orderBy('id')
      .forKeyShare()
      .execute(),

  /** The roles somebody was given, also those ahead of their start or past their end. */
  of: (db: Db, { companyId, userId }: Owner) =>
    given(db, companyId)
      .leftJoin('orgs', (join) =>
        join.onRef('orgs.company_id', '=', 'worn.company_id').onRef('orgs.id', '=', 'worn.anchor_id'),
      )
      .where('worn.user_id', '=', userId)
      .orderBy('roles.name')
      .orderBy('roles.id')
      .select([
        'roles.id as roleId',
        'roles.name',
        'worn.start_at as startTime',
        'worn.expires_at as expireTime',
        'worn.reason',
        'orgs.id as orgId',
        'orgs.name as orgName',
        'worn.granted_by as grantBy',
        'worn.granted_at as grantTime',
        inForce.as('inForce'),
      ])
      .execute(),

  /** For which organisations people wear roles or are going to, where that says whose rows these show; with what is below. */
  anchors: (db: Db, companyId: string, userIds: readonly string[]): Promise<(Anchor & { userId: string })[]> =>
    given(db, companyId)
      .innerJoin('orgs', (join) =>
        join.onRef('orgs.company_id', '=', 'worn.company_id').onRef('orgs.id', '=', 'worn.anchor_id'),
      )
      .where(sql<boolean>`worn.user_id = any(${userIds})`)
      .where(notOver)
      .where('roles.data_scope', 'in', anchorableScopes)
      .select(['worn.user_id as userId', 'orgs.id', 'orgs.path'])
      .select(sql<boolean>`roles.data_scope = 'orgSub'`.as('below'))
      .execute(),

  /** The roles that people wear or are going to wear, by whatever way; roles that are over do not count. */
  ofMany: (db: Db, companyId: string, userIds: readonly string[]) =>
    db
      .selectFrom('worn_roles as worn')
      .innerJoin('roles', (join) =>
        join.onRef('roles.company_id', '=', 'worn.company_id').onRef('roles.id', '=', 'worn.role_id'),
      )
      .where('worn.company_id', '=', companyId)
      .where(sql<boolean>`worn.user_id = any(${userIds})`)
      .where(notOver)
      .orderBy('roles.name')
      .orderBy('roles.id')
      .select([sql<string>`worn.user_id`.as('userId'), 'roles.id as roleId', 'roles.name', inForce.as('inForce')])
      .execute(),

  /** Which role gives somebody what at this moment: every role he wears, with each of its line, nearest first. */
  givers: (db: Db, { companyId, userId }: Owner) =>
    db
      .selectFrom(
        sql<{ role_id: string; giver_id: string; depth: number }>`role_lines(${companyId},
          ${wornBy(companyId, [userId], 'now')}, false)`.as('line'),
      )
      .innerJoin('roles as worn', 'worn.id', 'line.role_id')
      .innerJoin('roles as giver', 'giver.id', 'line.giver_id')
      .leftJoin('worn_roles as way', (join) =>
        join
          .on('way.company_id', '=', companyId)
          .on('way.user_id', '=', userId)
          .onRef('way.role_id', '=', 'line.role_id'),
      )
      .leftJoin('orgs', (join) => join.on('orgs.company_id', '=', companyId).onRef('orgs.id', '=', 'way.org_id'))
      .leftJoin('orgs as anchor', (join) =>
        join.on('anchor.company_id', '=', companyId).onRef('anchor.id', '=', 'way.anchor_id'),
      )
      .where('worn.company_id', '=', companyId)
      .where('giver.company_id', '=', companyId)
      .orderBy('worn.name')
      .orderBy('worn.id')
      .orderBy('line.depth')
      .select(['worn.id', 'worn.name', 'giver.id as giverId', 'giver.name as giverName', 'giver.everything'])
      .select(['orgs.id as orgId', 'orgs.name as orgName', 'anchor.id as anchorId', 'anchor.name as anchorName'])
      .select(
        sql<string[]>`array(select element from role_elements held
          where held.company_id = giver.company_id and held.role_id = giver.id)`.as('elements'),
      )
      .execute(),

  /** The roles somebody wears because he belongs somewhere. */
  byOrganization: (db: Db, { companyId, userId }: Owner) =>
    db
      .selectFrom('worn_roles as worn')
      .innerJoin('roles', (join) => join.on('roles.company_id', '=', companyId).onRef('roles.id', '=', 'worn.role_id'))
      .innerJoin('orgs', (join) => join.on('orgs.company_id', '=', companyId).onRef('orgs.id', '=', 'worn.org_id'))
      .where('worn.company_id', '=', companyId)
      .where('worn.user_id', '=', userId)
      .orderBy('roles.name')
      .select(['roles.id', 'roles.name', 'orgs.id as orgId', 'orgs.name as orgName'])
      .execute(),

  /** What somebody holds at this moment: as much as he may give. */
  ceilingOf: (db: Db, { companyId, userId }: Owner): Promise<RoleRights> =>
    addedUp(db, companyId, wornBy(companyId, [userId], 'now'), 'now'),

  /** What people hold together or are going to hold, also when a lock is lifted; roles that are over do not count. */
  heldBy: (db: Db, companyId: string, userIds: readonly string[]): Promise<RoleRights> =>
    addedUp(db, companyId, wornBy(companyId, userIds, 'ever'), 'ever'),

  /** Which roles somebody's own roles let him give; undefined where none of them sets a limit. */
  assignableBy: async (db: Db, { companyId, userId }: Owner): Promise<ReadonlySet<string> | undefined> => {
    const limits = await db
      .selectFrom('role_assignable')
      .where('company_id', '=', companyId)
      .where(sql<boolean>`role_id = any(${wornBy(companyId, [userId], 'now')})`)
      .select('assignable_id')
      .execute()
    return limits.length === 0 ? undefined : new Set(limits.map(({ assignable_id }) => assignable_id))
  },

  give: (
    db: Db,
    { companyId, userId }: Owner,
    { roleId, orgId, startTime, expireTime, reason }: Wearing,
    by: Person,
  ) => {
    const times = { anchor_id: orgId, start_at: startTime, expires_at: expireTime, reason }
    const given = { ...times, granted_by: JSON.stringify(by), granted_at: sql<string>`now()` }
    return db
      .insertInto('user_roles')
      .values({ company_id: companyId, user_id: userId, role_id: roleId, ...given })
      .onConflict((conflict) => conflict.columns(['company_id', 'user_id', 'role_id']).doUpdateSet(given))
      .execute()
  },
  take: (db: Db, { companyId, userId }: Owner, roleIds: readonly string[]) =>
    db
      .deleteFrom('user_roles')
      .where('company_id', '=', companyId)
      .where('user_id', '=', userId)
      .where('role_id', 'in', roleIds)
      .execute(),

  /** Makes changes of who looks after a company take turns, so that two last ones cannot go at once. */
  holdKeeperRoles: (db: Db, companyId: string) =>
    db
      .selectFrom('roles')
      .where('company_id', '=', companyId)
      .where(isKeeper)
      .select('id')
      .orderBy('id')
      .forNoKeyUpdate()
      .execute(),
  /**
   * Who looks after a company at this moment; `lasting` when neither account nor role has an end, and the account is the
   * company's own: another one may take it from him.
   */
  keepers: (db: Db, companyId: string) =>
    given(db, companyId)
      .innerJoin('users', (join) =>
        join.onRef('users.company_id', '=', 'worn.company_id').onRef('users.id', '=', 'worn.user_id'),
      )
      .where(isKeeper)
      .where('roles.status', '=', 1)
      .where(inForce)
      .where(sql<boolean>`standing_of(users) = 1`)
      .select([
        'users.id',
        'users.account',
        sql<boolean>`users.expire_at is null and worn.expires_at is null and users.principal_id is null`.as('lasting'),
      ])
      .execute(),
}
