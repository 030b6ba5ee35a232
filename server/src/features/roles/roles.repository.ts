import {
  manyWearers,
  type RoleGrants,
  type RoleGrantsWrite,
  type RoleRow,
  type RolesNarrowing,
  type RoleWrite,
  type rolesContract,
} from '@atrium/contract/features/roles/roles.contract.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import { countUpTo } from '../../kernel/db/capped-total.ts'
import { likePattern, type Person, stamps } from '../../kernel/db/crud-repository.ts'
import type { Db } from '../../kernel/db/database.ts'
import { orderOf, pageOf } from '../../kernel/db/page-of.ts'
import { newId } from '../../kernel/ids.ts'

export type RolesQuery = InputOf<typeof rolesContract.list>['query']
/** What a role grants of its own, without the version. */
export type Granted = Omit<RoleGrantsWrite, 'version'>
type Caller = { companyId: string; userId: string }

const sorted = { name: 'roles.name', code: 'roles.code', sort: 'roles.sort', createTime: 'roles.created_at' } as const
/** Who lies in the recycle bin wears nothing; there are few of them, so they are taken off. */
const wearers = sql<number>`(
  select case when counted.n > ${manyWearers} then counted.n else counted.n - (
      select count(*) from users join worn_roles using (company_id)
      where users.company_id = roles.company_id and users.deleted_at is not null and worn_roles.user_id = users.id and worn_roles.role_id = roles.id) end
  from (select count(*) as n from (select from worn_roles where company_id = roles.company_id and role_id = roles.id
    limit ${manyWearers + 1}) as few) as counted)`
const isMine = ({ companyId, userId }: Caller) =>
  sql<boolean>`(roles.id in (select giver_id from role_lines(${companyId}, array(
    select role_id from worn_roles where company_id = ${companyId} and user_id = ${userId}
    and (expires_at is null or expires_at > now())), true)))`

const of = (db: Db, companyId: string) => db.selectFrom('roles').where('roles.company_id', '=', companyId)
const shown = (db: Db, caller: Caller) =>
  of(db, caller.companyId)
    .leftJoin('roles as parent', (join) =>
      join.onRef('parent.company_id', '=', 'roles.company_id').onRef('parent.id', '=', 'roles.parent_id'),
    )
    .select([
      'roles.id',
      'roles.name',
      'roles.code',
      'roles.type',
      'roles.parent_id as parent',
      sql<string>`coalesce(parent.name, '')`.as('parentName'),
      'roles.data_scope as dataScope',
      'roles.sort',
      'roles.description as desc',
      'roles.status',
      'roles.everything',
      wearers.as('users'),
      isMine(caller).as('mine'),
      'roles.created_at as createTime',
      'roles.created_by as createBy',
      'roles.updated_at as updateTime',
      'roles.updated_by as updateBy',
      'roles.version',
    ])
    .$castTo<RoleRow>()

const matching = (db: Db, companyId: string, query: RolesNarrowing) => {
  let rows = of(db, companyId)
  const { search, 'f.type': type, 'f.status': status, 'f.dataScope': dataScope } = query
  if (search) {
    const like = likePattern(search)
    rows = rows.where((eb) =>
      eb.or([eb('roles.name', 'ilike', like), eb('roles.code', 'ilike', like), eb('roles.description', 'ilike', like)]),
    )
  }
  if (type) rows = rows.where('roles.type', '=', type)
  if (status) rows = rows.where('roles.status', '=', Number(status))
  if (dataScope) rows = rows.where('roles.data_scope', '=', dataScope)
  return rows
}

const columnsOf = ({ name, code, type, parent, sort, desc }: RoleWrite) => ({
  name,
  code,
  type,
  parent_id: parent,
  sort,
  description: desc,
})
const scopeColumns = ({
  dataScope,
  dataOrgIds,
  rules,
  home,
}: Pick<Granted, 'dataScope' | 'dataOrgIds' | 'rules' | 'home'>) => ({
  data_scope: dataScope,
  data_org_ids: dataOrgIds,
  rules: JSON.stringify(rules),
  home_menu: home,
})

export const rolesRepository = {
  async list(db: Db, caller: Caller, query: RolesQuery) {
    const found = matching(db, caller.companyId, query)
    let few = found.select('roles.id')
    let page = shown(db, caller)
    for (const { column, direction } of orderOf(query.sort || 'sort,name', sorted)) {
      few = few.orderBy(column, direction)
      page = page.orderBy(column, direction)
    }
    const { data: ids, ...total } = await pageOf(db, query, few.orderBy('roles.id'), found, caller.companyId)
    const data = await page
      .where(sql<boolean>`roles.id = any(${ids.map(({ id }) => id)})`)
      .orderBy('roles.id')
      .execute()
    return { data, ...total }
  },
  count: (db: Db, { companyId }: Caller, query: RolesNarrowing, most: number) =>
    countUpTo(db, matching(db, companyId, query), most),
  /** Those behind an id, in the order of their ids. */
  async batch(db: Db, caller: Caller, query: RolesNarrowing, behind: string | undefined, size: number) {
    const found = matching(db, caller.companyId, query)
    const left = behind === undefined ? found : found.where('roles.id', '>', behind)
    const few = left.select('roles.id').orderBy('roles.id').limit(size)
    return shown(db, caller).where('roles.id', 'in', few).orderBy('roles.id').execute()
  },
  find: (db: Db, caller: Caller, id: string): Promise<RoleRow | undefined> =>
    shown(db, caller).where('roles.id', '=', id).executeTakeFirst(),

  /** Makes changes of a company's roles take turns: whether lines hold together is asked of all of them. */
  takeTurn: (db: Db, companyId: string) =>
    sql`select pg_advisory_xact_lock(hashtextextended('roles', hashtextextended(${companyId}, 0)))`.execute(db),
  /** Holds a role against whoever gives it or changes it. */
  hold: (db: Db, companyId: string, id: string) =>
    of(db, companyId).where('roles.id', '=', id).select('roles.id').forUpdate().execute(),

  /** Which of the two is taken by another role. */
  taken: (db: Db, companyId: string, { name, code }: Pick<RoleWrite, 'name' | 'code'>, except: string | null) =>
    of(db, companyId)
      .where((eb) => eb.or([eb('roles.name', '=', name), eb('roles.code', '=', code)]))
      .where(sql<boolean>`roles.id is distinct from ${except}::uuid`)
      .select(['roles.name', 'roles.code'])
      .execute(),
  /** The names of the roles that are there among these, by id. */
  names: (db: Db, companyId: string, ids: readonly string[]) =>
    of(db, companyId).where('roles.id', 'in', ids).select(['roles.id', 'roles.name']).execute(),
  /** A role and what it inherits from, nearest first. */
  line: async (db: Db, companyId: string, id: string): Promise<string[]> => {
    const { rows } = await sql<{ id: string }>`
      select giver_id as id from role_lines(${companyId}, array[${id}::uuid], true) order by depth`.execute(db)
    return rows.map((row) => row.id)
  },
  /** Every role that inherits from one, with how far below it stands. */
  heirs: async (db: Db, companyId: string, id: string) => {
    const { rows } = await sql<{ id: string; name: string; depth: number }>`
      select id, name, depth from role_heirs(${companyId}, ${id}) heirs join roles on roles.id = heirs.heir_id
      where roles.company_id = ${companyId} order by depth, name, id`.execute(db)
    return rows
  },
  /** The roles that could give nothing but this one any more, and would have no limit without it. */
  limitedToIt: (db: Db, companyId: string, id: string) =>
    db
      .selectFrom('role_assignable')
      .where('company_id', '=', companyId)
      .groupBy('role_id')
      .having(sql<boolean>`bool_and(assignable_id = ${id})`)
      .select('role_id')
      .limit(1)
      .executeTakeFirst(),

  insert: async (
    db: Db,
    companyId: string,
    role: RoleWrite & Pick<Granted, 'dataScope' | 'dataOrgIds'>,
    by: Person,
  ) => {
    const id = newId()
    const scope = scopeColumns({ ...role, rules: [], home: null })
    const person = JSON.stringify(by)
    await db
      .insertInto('roles')
      .values({ company_id: companyId, id, ...columnsOf(role), ...scope, created_by: person, updated_by: person })
      .execute()
    return id
  },
  update: (db: Db, companyId: string, id: string, role: RoleWrite, by: Person) =>
    db
      .updateTable('roles')
      .set({ ...columnsOf(role), ...stamps(by) })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute(),
  setStatus: (db: Db, companyId: string, id: string, status: 0 | 1, by: Person) =>
    db
      .updateTable('roles')
      .set({ status, ...stamps(by) })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute(),
  remove: (db: Db, companyId: string, id: string) =>
    db.deleteFrom('roles').where('company_id', '=', companyId).where('id', '=', id).execute(),

  /** What a role grants of its own. */
  grantsOf: (db: Db, companyId: string, id: string): Promise<RoleGrants | undefined> =>
    of(db, companyId)
      .where('roles.id', '=', id)
      .select([
        sql<string[]>`array(select menu_id::text from role_menus held
          where held.company_id = roles.company_id and held.role_id = roles.id order by 1)`.as('menus'),
        sql<
          string[]
        >`array(select elements.id::text from role_elements held join elements on elements.code = held.element
          where held.company_id = roles.company_id and held.role_id = roles.id order by 1)`.as('elems'),
        sql<string[]>`array(select assignable_id::text from role_assignable held
          where held.company_id = roles.company_id and held.role_id = roles.id order by 1)`.as('assignable'),
        sql<string[]>`roles.data_org_ids::text[]`.as('dataOrgIds'),
        'roles.data_scope as dataScope',
        'roles.rules',
        'roles.home_menu as home',
        'roles.version',
      ])
      .$castTo<RoleGrants>()
      .executeTakeFirst(),

  /** Makes a role grant exactly this, writing only what differs. */
  async writeGrants(db: Db, companyId: string, id: string, granted: Granted, by: Person) {
    await db
      .updateTable('roles')
      .set({ ...scopeColumns(granted), ...stamps(by) })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute()
    await sql`
      with gone as (
        delete from role_menus where company_id = ${companyId} and role_id = ${id} and menu_id <> all(${granted.menus}::uuid[]))
      insert into role_menus (company_id, role_id, menu_id)
        select ${companyId}, ${id}, unnest(${granted.menus}::uuid[]) on conflict do nothing`.execute(db)
    await sql`
      with wanted as (select code from elements where id = any(${granted.elems}::uuid[])),
      gone as (
        delete from role_elements
        where company_id = ${companyId} and role_id = ${id} and element not in (select code from wanted))
      insert into role_elements (company_id, role_id, element)
        select ${companyId}, ${id}, code from wanted on conflict do nothing`.execute(db)
    await sql`
      with gone as (
        delete from role_assignable
        where company_id = ${companyId} and role_id = ${id} and assignable_id <> all(${granted.assignable}::uuid[]))
      insert into role_assignable (company_id, role_id, assignable_id)
        select ${companyId}, ${id}, unnest(${granted.assignable}::uuid[]) on conflict do nothing`.execute(db)
  },
}
