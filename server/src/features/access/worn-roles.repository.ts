import { sql } from 'kysely'
import type { Person } from '../../kernel/db/crud-repository.ts'
import type { Db } from '../../kernel/db/database.ts'
import { companyAdmin } from './company-admin.ts'
import type { RoleRights } from './covers.ts'

type Owner = { companyId: string; userId: string }
export type Wearing = { roleId: string; startTime: string | null; expireTime: string | null; reason: string }

const elementsOfRole = sql<string[]>`array(
  select element from role_elements held where held.company_id = roles.company_id and held.role_id = roles.id)`
/** Who looks after a company, or after the platform: somebody always has to. */
const isKeeper = sql<boolean>`(roles.everything or roles.code = ${companyAdmin.code})`
const inForce = sql<boolean>`in_force(user_roles)`

const worn = (db: Db, companyId: string) =>
  db
    .selectFrom('user_roles')
    .innerJoin('roles', (join) =>
      join.onRef('roles.company_id', '=', 'user_roles.company_id').onRef('roles.id', '=', 'user_roles.role_id'),
    )
    .where('user_roles.company_id', '=', companyId)

/** Who wears which role, since when and until when. */
export const wornRolesRepository = {
  /** Every role of a company with what it holds. */
  roles: (db: Db, companyId: string) =>
    db
      .selectFrom('roles')
      .where('company_id', '=', companyId)
      .orderBy('name')
      .orderBy('id')
      .select(['id', 'name', 'everything', elementsOfRole.as('elements')])
      .execute(),

  /** The roles somebody was given, also those ahead of their start or past their end. */
  of: (db: Db, { companyId, userId }: Owner) =>
    worn(db, companyId)
      .where('user_roles.user_id', '=', userId)
      .orderBy('roles.name')
      .orderBy('roles.id')
      .select([
        'roles.id as roleId',
        'roles.name',
        'roles.everything',
        elementsOfRole.as('elements'),
        'user_roles.start_at as startTime',
        'user_roles.expires_at as expireTime',
        'user_roles.reason',
        'user_roles.granted_by as grantBy',
        'user_roles.granted_at as grantTime',
        inForce.as('inForce'),
      ])
      .execute(),

  /** What somebody holds or is going to hold; roles that are over do not count. */
  async heldBy(db: Db, { companyId, userId }: Owner): Promise<RoleRights> {
    const roles = await worn(db, companyId)
      .where('user_roles.user_id', '=', userId)
      .where(sql<boolean>`(user_roles.expires_at is null or user_roles.expires_at > now())`)
      .select(['roles.everything', elementsOfRole.as('elements')])
      .execute()
    return {
      everything: roles.some(({ everything }) => everything),
      elements: [...new Set(roles.flatMap(({ elements }) => elements))],
    }
  },

  give: (db: Db, { companyId, userId }: Owner, { roleId, startTime, expireTime, reason }: Wearing, by: Person) => {
    const times = { start_at: startTime, expires_at: expireTime, reason }
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
  /** Who looks after a company at this moment; `lasting` when neither account nor role has an end. */
  keepers: (db: Db, companyId: string) =>
    worn(db, companyId)
      .innerJoin('users', (join) =>
        join.onRef('users.company_id', '=', 'user_roles.company_id').onRef('users.id', '=', 'user_roles.user_id'),
      )
      .where(isKeeper)
      .where(inForce)
      .where(sql<boolean>`standing_of(users) = 1`)
      .select(['users.id', sql<boolean>`users.expire_at is null and user_roles.expires_at is null`.as('lasting')])
      .execute(),
}
