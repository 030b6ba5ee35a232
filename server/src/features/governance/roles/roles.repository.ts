import type { RoleGrantsWrite } from '@atrium/contract/features/governance/roles/role-grants.contract.ts'
import {
  maxCountedMembers,
  type RoleRow,
  type RolesFilter,
  type RoleWrite,
  type rolesContract,
} from '@atrium/contract/features/governance/roles/roles.contract.ts'
import type { CustomKind } from '@atrium/contract/kernel/custom-fields.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import type { Ticked } from '@atrium/contract/kernel/sheet.ts'
import { sql } from 'kysely'
import { nameHolds, sortColumn } from '../../../kernel/db/by-name.ts'
import { countUpTo } from '../../../kernel/db/capped-total.ts'
import { likePattern, type Person, updateStamps } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { fetchPage, parseSort } from '../../../kernel/db/fetch-page.ts'
import { newId } from '../../../kernel/ids.ts'
import { isVisibleUser, type Viewer } from '../../access/row-scopes/index.ts'

export type RolesQuery = InputOf<typeof rolesContract.list>['query']
/** Grants of the role itself, without the version. */
export type OwnGrants = Omit<RoleGrantsWrite, 'version'>
type Caller = { companyId: string; userId: string }

const sorted = { name: 'roles.name', code: 'roles.code', sort: 'roles.sort', createTime: 'roles.created_at' } as const
/** Deleted users do not count; they are few, so they are subtracted. */
const memberCount = sql<number>`(
  select case when counted.n > ${maxCountedMembers} then counted.n else counted.n - (
      select count(*) from users join role_assignments using (company_id)
      where users.company_id = roles.company_id and users.deleted_at is not null and role_assignments.user_id = users.id and role_assignments.role_id = roles.id) end
  from (select count(*) as n from (select from role_assignments where company_id = roles.company_id and role_id = roles.id
    limit ${maxCountedMembers + 1}) as few) as counted)`
const isMine = ({ companyId, userId }: Caller) =>
  sql<boolean>`(roles.id in (select ancestor_id from role_ancestors(${companyId}, array(
    select role_id from role_assignments where company_id = ${companyId} and user_id = ${userId}
    and (expires_at is null or expires_at > now())), true)))`

const rolesIn = (db: Db, companyId: string) => db.selectFrom('roles').where('roles.company_id', '=', companyId)
const roleRows = (db: Db, caller: Caller) =>
  rolesIn(db, caller.companyId)
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
      'roles.workbench',
      'roles.status',
      'roles.everything',
      memberCount.as('users'),
      isMine(caller).as('mine'),
      'roles.created_at as createTime',
      'roles.created_by as createBy',
      'roles.updated_at as updateTime',
      'roles.updated_by as updateBy',
      'roles.version',
    ])
    .$castTo<RoleRow>()

const matching = (db: Db, companyId: string, query: RolesFilter & Ticked) => {
  let rows = rolesIn(db, companyId)
  const { ids } = query
  if (ids) rows = rows.where(sql<boolean>`roles.id = any(${ids}::uuid[])`)
  const { search, 'f.type': type, 'f.status': status, 'f.dataScope': dataScope } = query
  if (search) {
    const like = likePattern(search)
    rows = rows.where((eb) =>
      eb.or([nameHolds('roles.name', search), eb('roles.code', 'ilike', like), eb('roles.description', 'ilike', like)]),
    )
  }
  if (type) rows = rows.where('roles.type', '=', type)
  if (status) rows = rows.where('roles.status', '=', Number(status))
  if (dataScope) rows = rows.where('roles.data_scope', '=', dataScope)
  return rows
}

const toColumns = ({ name, code, type, parent, sort, desc, workbench }: RoleWrite) => ({
  name,
  code,
  type,
  parent_id: parent,
  sort,
  description: desc,
  workbench: workbench && JSON.stringify(workbench),
})
const scopeColumns = ({
  dataScope,
  dataOrgIds,
  rules,
  home,
}: Pick<OwnGrants, 'dataScope' | 'dataOrgIds' | 'rules' | 'home'>) => ({
  data_scope: dataScope,
  data_org_ids: dataOrgIds,
  rules: JSON.stringify(rules),
  home_menu: home,
})

export const rolesRepository = {
  /** Custom fields of users in use, which rules may compare. */
  userFields: (db: Db) =>
    db
      .selectFrom('custom_fields')
      .where('entity', '=', 'user')
      .where('removed_at', 'is', null)
      .where('status', '=', 1)
      .select(['key', 'name'])
      .select(sql<CustomKind>`kind`.as('kind'))
      .execute(),
  async list(db: Db, caller: Caller, query: RolesQuery) {
    const found = matching(db, caller.companyId, query)
    let pageIds = found.select('roles.id')
    let page = roleRows(db, caller)
    for (const { column, direction } of parseSort(query.sort || 'sort,name', sorted)) {
      pageIds = pageIds.orderBy(sortColumn(column), direction)
      page = page.orderBy(sortColumn(column), direction)
    }
    const { data: ids, ...total } = await fetchPage(db, query, pageIds.orderBy('roles.id'), found, caller.companyId)
    const data = await page
      .where(sql<boolean>`roles.id = any(${ids.map(({ id }) => id)})`)
      .orderBy('roles.id')
      .execute()
    return { data, ...total }
  },
  /** A query for the ids of all roles that a list finds. */
  matchingIds: (db: Db, companyId: string, filter: RolesFilter) => matching(db, companyId, filter).select('roles.id'),
  count: (db: Db, { companyId }: Caller, query: RolesFilter & Ticked, limit: number) =>
    countUpTo(db, matching(db, companyId, query), limit),
  /** Roles after an id, in id order. */
  async batch(db: Db, caller: Caller, query: RolesFilter & Ticked, afterId: string | undefined, size: number) {
    const found = matching(db, caller.companyId, query)
    const remaining = afterId === undefined ? found : found.where('roles.id', '>', afterId)
    const batchIds = remaining.select('roles.id').orderBy('roles.id').limit(size)
    return roleRows(db, caller).where('roles.id', 'in', batchIds).orderBy('roles.id').execute()
  },
  find: (db: Db, caller: Caller, id: string): Promise<RoleRow | undefined> =>
    roleRows(db, caller).where('roles.id', '=', id).executeTakeFirst(),

  /** Serialises changes to a company's roles, because cycles and depth depend on all of them. */
  lockCompanyRoles: (db: Db, companyId: string) =>
    sql`select pg_advisory_xact_lock(hashtextextended('roles', hashtextextended(${companyId}, 0)))`.execute(db),
  /** Locks a role against assignment and change. */
  lock: (db: Db, companyId: string, id: string) =>
    rolesIn(db, companyId).where('roles.id', '=', id).select('roles.id').forUpdate().execute(),

  /** Locks roles against assignment and change, and all against changes of what depends on them. */
  async holdAll(db: Db, companyId: string, ids: readonly string[]) {
    await rolesRepository.lockCompanyRoles(db, companyId)
    return rolesIn(db, companyId)
      .where(sql<boolean>`roles.id = any(${ids}::uuid[])`)
      .select(['roles.id', 'roles.name', 'roles.version'])
      .orderBy('roles.id')
      .forUpdate()
      .execute()
  },

  /** Roles that already use the name or code. */
  findConflicts: (db: Db, companyId: string, { name, code }: Pick<RoleWrite, 'name' | 'code'>, except: string | null) =>
    rolesIn(db, companyId)
      .where((eb) => eb.or([eb('roles.name', '=', name), eb('roles.code', '=', code)]))
      .where(sql<boolean>`roles.id is distinct from ${except}::uuid`)
      .select(['roles.name', 'roles.code'])
      .execute(),
  /** Names of those of the roles that exist. */
  names: (db: Db, companyId: string, ids: readonly string[]) =>
    rolesIn(db, companyId).where('roles.id', 'in', ids).select(['roles.id', 'roles.name']).execute(),
  /** Whether users outside the caller's row scope hold one of these roles, now or later. */
  hasHiddenAssignees: async (db: Db, actor: Viewer, ids: readonly string[]): Promise<boolean> => {
    const isVisible = isVisibleUser(actor, 'users.id')
    if (!isVisible) return false
    const { rows } = await sql<{ hidden: boolean }>`select exists (
      select from role_assignments assignment join users on users.company_id = assignment.company_id and users.id = assignment.user_id
      where assignment.company_id = ${actor.companyId} and assignment.role_id = any(${ids}::uuid[]) and users.deleted_at is null
        and (assignment.expires_at is null or assignment.expires_at > now()) and not ${isVisible}) as hidden`.execute(
      db,
    )
    return rows[0]?.hidden ?? false
  },

  /** The role itself and its ancestors, nearest first. */
  ancestors: async (db: Db, companyId: string, id: string): Promise<string[]> => {
    const { rows } = await sql<{ id: string }>`
      select ancestor_id as id from role_ancestors(${companyId}, array[${id}::uuid], true) order by depth`.execute(db)
    return rows.map((row) => row.id)
  },
  /** Descendants with their depth. */
  descendants: async (db: Db, companyId: string, id: string) => {
    const { rows } = await sql<{ id: string; name: string; depth: number }>`
      select id, name, depth from role_descendants(${companyId}, ${id}) heirs join roles on roles.id = heirs.descendant_id
      where roles.company_id = ${companyId} order by depth, name collate by_name, id`.execute(db)
    return rows
  },
  /** A role that may assign only this one, and would be unlimited without it. */
  findLimitedTo: (db: Db, companyId: string, id: string) =>
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
    role: RoleWrite & Pick<OwnGrants, 'dataScope' | 'dataOrgIds'>,
    by: Person,
  ) => {
    const id = newId()
    const scope = scopeColumns({ ...role, rules: [], home: null })
    const person = JSON.stringify(by)
    await db
      .insertInto('roles')
      .values({ company_id: companyId, id, ...toColumns(role), ...scope, created_by: person, updated_by: person })
      .execute()
    return id
  },
  update: (db: Db, companyId: string, id: string, role: RoleWrite, by: Person) =>
    db
      .updateTable('roles')
      .set({ ...toColumns(role), ...updateStamps(by) })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute(),
  setStatus: (db: Db, companyId: string, id: string, status: 0 | 1, by: Person) =>
    db
      .updateTable('roles')
      .set({ status, ...updateStamps(by) })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .execute(),
  remove: (db: Db, companyId: string, id: string) =>
    db.deleteFrom('roles').where('company_id', '=', companyId).where('id', '=', id).execute(),

  /** Grants of the role itself. */
  findGrants: (db: Db, companyId: string, id: string): Promise<RoleGrantsWrite | undefined> =>
    rolesIn(db, companyId)
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
      .$castTo<RoleGrantsWrite>()
      .executeTakeFirst(),

  /** Replaces the grants, writing only differences. */
  async writeGrants(db: Db, companyId: string, id: string, granted: OwnGrants, by: Person) {
    await db
      .updateTable('roles')
      .set({ ...scopeColumns(granted), ...updateStamps(by) })
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
