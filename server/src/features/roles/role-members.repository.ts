import type { MemberRow, rolesContract } from '@atrium/contract/features/roles/roles.contract.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { maxDepth } from '@atrium/contract/kernel/listing.ts'
import { sql } from 'kysely'
import { cappedTotal } from '../../kernel/db/capped-total.ts'
import type { Person } from '../../kernel/db/crud-repository.ts'
import type { Db } from '../../kernel/db/database.ts'
import { seenBy } from '../../kernel/db/row-scope.ts'
import type { Actor } from '../../kernel/scope.ts'
import { presentUsers, userRows } from '../users/index.ts'

export type MembersQuery = InputOf<typeof rolesContract.members>['query']
type Worn = {
  user_id: string
  via: string
  via_role: string
  start_at: string | null
  expires_at: string | null
  in_force: boolean
}
const sorted = { account: 'users.account', name: 'users.name', expireTime: 'worn.expires_at' } as const

/** Who wears the role itself. */
const wearingIt = (companyId: string, roleId: string) => sql<Worn>`(
  select user_id, start_at, expires_at, 'direct' as via, in_force(user_roles) as in_force,
    (select name from roles where company_id = ${companyId} and id = ${roleId}) as via_role
  from user_roles where company_id = ${companyId} and role_id = ${roleId})`
/** Who wears the role or one of its heirs; everybody once, by the role that stands nearest. */
const wearingItOrHeirs = (companyId: string, roleId: string) => sql<Worn>`(
  select distinct on (user_roles.user_id) user_roles.user_id, user_roles.start_at, user_roles.expires_at,
    case line.depth when 0 then 'direct' else 'inherited' end as via, roles.name as via_role,
    in_force(user_roles) as in_force
  from (select ${roleId}::uuid as id, 0 as depth
        union all select heir_id, depth from role_heirs(${companyId}, ${roleId})) as line
    join user_roles on user_roles.company_id = ${companyId} and user_roles.role_id = line.id
    join roles on roles.company_id = ${companyId} and roles.id = line.id
  order by user_roles.user_id, line.depth, roles.name)`

export const roleMembersRepository = {
  /** Of those the caller sees. */
  async list(db: Db, actor: Actor, roleId: string, query: MembersQuery) {
    const { companyId } = actor
    const wearing = query.effective === '1' ? wearingItOrHeirs : wearingIt
    let found = db
      .selectFrom(wearing(companyId, roleId).as('worn'))
      .innerJoin('users', 'users.id', 'worn.user_id')
      .where('users.company_id', '=', companyId)
      .where('users.deleted_at', 'is', null)
    const seen = seenBy(actor, userRows)
    if (seen) found = found.where(seen)
    if (query.search)
      found = found.where(sql<boolean>`users.id = any(array(select find_users(${query.search}, ${maxDepth})))`)
    let page = found.select([
      'users.id',
      'users.account',
      'users.name',
      sql<number>`standing_of(users)`.as('status'),
      'worn.via',
      'worn.via_role as viaRole',
      'worn.start_at as startTime',
      'worn.expires_at as expireTime',
      'worn.in_force as inForce',
    ])
    for (const word of (query.sort || 'account').split(','))
      page = page.orderBy(sorted[word.replace(/^-/, '') as keyof typeof sorted], word.startsWith('-') ? 'desc' : 'asc')
    const [data, total] = await Promise.all([
      page
        .orderBy('users.id')
        .limit(query.size)
        .offset((query.page - 1) * query.size)
        .$castTo<MemberRow>()
        .execute(),
      cappedTotal(db.withTables<{ worn: Worn }>(), found),
    ])
    return { data, ...total }
  },

  /** Holds people until the transaction ends, always in the same order. Out: those whom the caller sees. */
  hold: (db: Db, actor: Actor, ids: readonly string[]) =>
    presentUsers(db, actor)
      .where('users.id', 'in', ids)
      .select(['users.id', 'users.name', 'users.account'])
      .orderBy('users.id')
      .forNoKeyUpdate()
      .execute(),

  /** Gives a role to people for good; whoever wears it already keeps it as it was given. */
  give: (db: Db, companyId: string, roleId: string, userIds: readonly string[], by: Person) =>
    sql`insert into user_roles (company_id, user_id, role_id, granted_by)
        select ${companyId}, unnest(${userIds}::uuid[]), ${roleId}, ${JSON.stringify(by)}::jsonb
        on conflict on constraint user_roles__pk do update
          set start_at = null, expires_at = null, reason = '', granted_by = excluded.granted_by, granted_at = now()
          where user_roles.expires_at <= now()`.execute(db),
  take: (db: Db, companyId: string, roleId: string, userIds: readonly string[]) =>
    sql`delete from user_roles where company_id = ${companyId} and role_id = ${roleId} and user_id = any(${userIds}::uuid[])`.execute(
      db,
    ),
  /** What somebody has open of these people is older now. */
  touch: (db: Db, companyId: string, userIds: readonly string[], by: Person) =>
    db
      .updateTable('users')
      .set({ updated_by: JSON.stringify(by), updated_at: sql`now()`, version: sql`version + 1` })
      .where('company_id', '=', companyId)
      .where('id', 'in', userIds)
      .execute(),
}
