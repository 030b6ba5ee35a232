import { sql } from 'kysely'
import { byName } from '../../../../kernel/db/by-name.ts'
import { type Person, updateStamps } from '../../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../../kernel/db/database.ts'
import { roleAssignments } from '../../../access/authorization/index.ts'
import type { TenantPolicy } from '../../../tenancy/tenants/index.ts'
import type { Owner } from '../users.repository.ts'

/** A company the principal may work in, as which user, and its sign-in policy. */
export type Workplace = Owner & { name: string; companyName: string; platform: boolean; policy: TenantPolicy | null }

const systemPerson: Person = { id: '', name: '系统' }
const signsInAs = ({ companyId, userId }: Owner) =>
  sql<boolean>`users.principal_company_id = ${companyId} and users.principal_id = ${userId}`

/** Whether a user row is the principal or one of their memberships. */
export const isSamePerson = (principal: Owner) =>
  sql<boolean>`((users.company_id = ${principal.companyId} and users.id = ${principal.userId}) or ${signsInAs(principal)})`

/** Memberships: users who sign in with an account of another company. Needs platform reach. */
export const membershipsRepository = {
  /** Companies the principal can work in now: home and memberships, most recently used first. */
  workplaces: (db: Db, principal: Owner): Promise<Workplace[]> =>
    db
      .selectFrom('users')
      .innerJoin('companies', 'companies.id', 'users.company_id')
      .where(isSamePerson(principal))
      .where(sql<boolean>`status_of(users) = 1`)
      .where(sql<boolean>`admission_of(companies, users.id) in ('open', 'readOnly')`)
      .select([
        'users.company_id as companyId',
        'users.id as userId',
        'users.name',
        'companies.name as companyName',
        'companies.platform',
        sql<TenantPolicy | null>`policy_of(companies)`.as('policy'),
      ])
      .orderBy(
        sql`(select max(created_at) from sessions
          where sessions.company_id = users.company_id and sessions.user_id = users.id and parent_id is null)`,
        (ob) => ob.desc().nullsLast(),
      )
      .orderBy(sql`users.principal_id is not null`)
      .orderBy(byName('companies.name'))
      .execute(),

  /** Adds a member who signs in with their home account. */
  insert: (db: Db, { companyId, userId }: Owner, of: { principal: Owner; account: string; name: string; by: Person }) =>
    db
      .insertInto('users')
      .values({
        company_id: companyId,
        id: userId,
        account: of.account,
        name: of.name,
        password_hash: '',
        principal_company_id: of.principal.companyId,
        principal_id: of.principal.userId,
        created_by: JSON.stringify(of.by),
        updated_by: JSON.stringify(of.by),
      })
      .execute(),

  /** Whether the principal is a member of the company, locked or not. */
  isMember: async (db: Db, companyId: string, principal: Owner): Promise<boolean> =>
    (await db
      .selectFrom('users')
      .where('users.company_id', '=', companyId)
      .where(signsInAs(principal))
      .where('users.deleted_at', 'is', null)
      .select('users.id')
      .executeTakeFirst()) !== undefined,

  /** Active membership in a company, locked until the transaction ends. */
  hold: (db: Db, companyId: string, principal: Owner) =>
    db
      .selectFrom('users')
      .innerJoin('companies', 'companies.id', 'users.company_id')
      .where('users.company_id', '=', companyId)
      .where(signsInAs(principal))
      .where(sql<boolean>`status_of(users) = 1`)
      .select(['users.id as userId', 'users.account', 'users.name', 'companies.name as company'])
      .forNoKeyUpdate('users')
      .executeTakeFirst(),

  /** Names of a member's current roles and organisations. */
  rolesAndOrganizations: async (db: Db, { companyId, userId }: Owner) => {
    const roles = await roleAssignments.ofUsers(db, companyId, [userId])
    const organizations = await db
      .selectFrom('user_orgs')
      .innerJoin('orgs', (join) =>
        join.onRef('orgs.company_id', '=', 'user_orgs.company_id').onRef('orgs.id', '=', 'user_orgs.org_id'),
      )
      .where('user_orgs.company_id', '=', companyId)
      .where('user_orgs.user_id', '=', userId)
      .orderBy(byName('orgs.name'))
      .select('orgs.name')
      .execute()
    const current = roles.flatMap(({ name, inForce }) => (inForce ? name : []))
    return { roles: [...new Set(current)], organizations: [...new Set(organizations.map(({ name }) => name))] }
  },

  /** Ends a membership at the member's own request. */
  end: (db: Db, { companyId, userId }: Owner, by: Person) =>
    db
      .updateTable('users')
      .set({ deleted_at: sql`now()`, deleted_by: JSON.stringify(by), ...updateStamps(by) })
      .where('company_id', '=', companyId)
      .where('id', '=', userId)
      .execute(),

  /** Whether this deleted member left by themselves: they are recorded as the one who deleted. */
  hasLeft: async (db: Db, { companyId, userId }: Owner): Promise<boolean> =>
    (await db
      .selectFrom('users')
      .where('company_id', '=', companyId)
      .where('id', '=', userId)
      .where(sql<boolean>`deleted_by->>'id' = id::text`)
      .select('id')
      .executeTakeFirst()) !== undefined,

  /** Whether the principal of this deleted member has become a member again. */
  hasRejoined: async (db: Db, { companyId, userId }: Owner): Promise<boolean> =>
    (await db
      .selectFrom('users')
      .innerJoin('users as gone', (join) =>
        join.onRef('gone.company_id', '=', 'users.company_id').onRef('gone.principal_id', '=', 'users.principal_id'),
      )
      .where('gone.company_id', '=', companyId)
      .where('gone.id', '=', userId)
      .where('users.deleted_at', 'is', null)
      .select('users.id')
      .executeTakeFirst()) !== undefined,

  /**
   * Locks all unlocked memberships of these users of a company.
   * @returns the locked users with their companies
   */
  lockAll: (db: Db, companyId: string, userIds: readonly string[], reason: string) =>
    db
      .updateTable('users')
      .set({
        locked_at: sql`now()`,
        locked_until: null,
        lock_reason: reason,
        locked_by: JSON.stringify(systemPerson),
        updated_at: sql`now()`,
        version: sql`version + 1`,
      })
      .where('users.principal_company_id', '=', companyId)
      .where(sql<boolean>`users.principal_id = any(${userIds}::uuid[])`)
      .where(sql<boolean>`status_of(users) <> 2 and users.deleted_at is null`)
      .returning(['users.company_id as companyId', 'users.id', 'users.name'])
      .execute(),
}
