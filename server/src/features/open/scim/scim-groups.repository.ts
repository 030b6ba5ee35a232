import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import { isId } from '../../../kernel/ids.ts'
import type { Actor } from '../../../kernel/scope.ts'
import { visibleTo } from '../../access/row-scopes/index.ts'
import { userRows } from '../../people/users/index.ts'
import { type FilterColumns, idColumn, never } from './filter-condition.repository.ts'
import { findPage, type ListRequest } from './list-request.repository.ts'

/** A role as an application sees it. */
export type ScimGroup = {
  id: string
  name: string
  externalId: string | null
  createdAt: string
  updatedAt: string
  version: number
}
export type ScimMember = { id: string; name: string }

/** Larger groups are answered without their members. */
export const maxMembers = 5000

const selectGroups = (db: Db, { companyId, userId: appId }: Actor) =>
  db
    .selectFrom('open_app_scim_roles as held')
    .innerJoin('roles', (join) =>
      join.onRef('roles.company_id', '=', 'held.company_id').onRef('roles.id', '=', 'held.role_id'),
    )
    .where('held.company_id', '=', companyId)
    .where('held.app_id', '=', appId)
    .select(['roles.id', 'roles.name', 'held.external_id as externalId', 'roles.version'])
    .select(['roles.created_at as createdAt', 'roles.updated_at as updatedAt'])

/** Direct members of a role in the row scope of the caller. */
const selectMembers = (actor: Actor, roleId: ReturnType<typeof sql>) => {
  const isVisible = visibleTo(actor, userRows) ?? sql<boolean>`true`
  return sql`users join user_roles assignment on assignment.company_id = users.company_id and assignment.user_id = users.id
    where users.company_id = ${actor.companyId} and users.deleted_at is null and assignment.role_id = ${roleId}
      and (assignment.expires_at is null or assignment.expires_at > now()) and ${isVisible}`
}

/** Attributes that an application filters and sorts groups by. */
export const groupColumns = (actor: Actor): FilterColumns => {
  const member = {
    kind: 'exact',
    value: sql`null::text`,
    equals: (id: string) =>
      isId(id)
        ? sql<boolean>`exists (select from ${selectMembers(actor, sql`found.id`)} and users.id = ${id}::uuid)`
        : never,
  } as const
  return {
    id: idColumn,
    externalid: { kind: 'exact', value: sql.ref('found.externalId') },
    displayname: { kind: 'text', value: sql.ref('found.name') },
    members: member,
    'members.value': member,
    'meta.created': { kind: 'moment', value: sql.ref('found.createdAt') },
    'meta.lastmodified': { kind: 'moment', value: sql.ref('found.updatedAt') },
  }
}

/** Roles that an application sees as groups. */
export const scimGroupsRepository = {
  list: (db: Db, actor: Actor, request: ListRequest) => findPage<ScimGroup>(db, selectGroups(db, actor), request),
  find: async (db: Db, actor: Actor, id: string): Promise<ScimGroup | undefined> =>
    (await selectGroups(db, actor).where('roles.id', '=', id).executeTakeFirst()) as ScimGroup | undefined,
  /** Of each role, at most one more than are answered. */
  async members(db: Db, actor: Actor, roleIds: readonly string[]): Promise<Map<string, ScimMember[]>> {
    const { rows } = await sql<{ roleId: string; members: ScimMember[] }>`
      select role.id as "roleId", array(select json_build_object('id', member.id, 'name', member.name) from (
        select users.id, users.name from ${selectMembers(actor, sql`role.id`)} order by users.id limit ${maxMembers + 1}) as member
      ) as members from unnest(${roleIds}::uuid[]) as role (id)`.execute(db)
    return new Map(rows.map(({ roleId, members }) => [roleId, members]))
  },
  /** All of them, by id. */
  async memberIds(db: Db, actor: Actor, roleId: string): Promise<string[]> {
    const { rows } = await sql<{ ids: string[] }>`
      select array(select users.id from ${selectMembers(actor, sql`${roleId}::uuid`)}) as ids`.execute(db)
    return rows[0]?.ids ?? []
  },
  setExternalId: (db: Db, { companyId, userId: appId }: Actor, roleId: string, externalId: string | null) =>
    db
      .updateTable('open_app_scim_roles')
      .set({ external_id: externalId })
      .where('company_id', '=', companyId)
      .where('app_id', '=', appId)
      .where('role_id', '=', roleId)
      .execute(),
}
