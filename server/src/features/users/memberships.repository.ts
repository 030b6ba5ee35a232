import { sql } from 'kysely'
import { type Person, stamps } from '../../kernel/db/crud-repository.ts'
import type { Db } from '../../kernel/db/database.ts'
import { wornRoles } from '../access/index.ts'
import type { TenantPolicy } from '../companies/index.ts'
import type { Owner } from './users.repository.ts'

/** Where somebody may work: as whom, in which company, and how he has to sign in there. */
export type Place = Owner & { name: string; companyName: string; platform: boolean; policy: TenantPolicy | null }

const nobody: Person = { id: '', name: '系统' }
const ofPrincipal = ({ companyId, userId }: Owner) =>
  sql<boolean>`users.principal_company_id = ${companyId} and users.principal_id = ${userId}`

/** Whether a user is this person: the one who signs in, or him as a member of another company. */
export const isPerson = (principal: Owner) =>
  sql<boolean>`((users.company_id = ${principal.companyId} and users.id = ${principal.userId}) or ${ofPrincipal(principal)})`

/** Users who sign in with an account of another company, across all of them (platform sight). */
export const membershipsRepository = {
  /** Where whoever signs in may work at this moment: at home and as a member elsewhere, where he last was first. */
  places: (db: Db, principal: Owner): Promise<Place[]> =>
    db
      .selectFrom('users')
      .innerJoin('companies', 'companies.id', 'users.company_id')
      .where(isPerson(principal))
      .where(sql<boolean>`standing_of(users) = 1`)
      .where(sql<boolean>`door_of(companies, users.id) in ('open', 'readOnly')`)
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
      .orderBy('companies.name')
      .execute(),

  /** Makes somebody a user of a company, who signs in as he does at home. */
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

  /** Whether he is a member of that company, locked or not. */
  isMember: async (db: Db, companyId: string, principal: Owner): Promise<boolean> =>
    (await db
      .selectFrom('users')
      .where('users.company_id', '=', companyId)
      .where(ofPrincipal(principal))
      .where('users.deleted_at', 'is', null)
      .select('users.id')
      .executeTakeFirst()) !== undefined,

  /** His membership of a company, where it lets him work, held until the transaction ends. */
  hold: (db: Db, companyId: string, principal: Owner) =>
    db
      .selectFrom('users')
      .innerJoin('companies', 'companies.id', 'users.company_id')
      .where('users.company_id', '=', companyId)
      .where(ofPrincipal(principal))
      .where(sql<boolean>`standing_of(users) = 1`)
      .select(['users.id as userId', 'users.account', 'users.name', 'companies.name as company'])
      .forNoKeyUpdate('users')
      .executeTakeFirst(),

  /** What a member has in his company: the roles he wears at this moment, and the organisations he belongs to, by name. */
  held: async (db: Db, { companyId, userId }: Owner) => {
    const roles = await wornRoles.ofMany(db, companyId, [userId])
    const organizations = await db
      .selectFrom('user_orgs')
      .innerJoin('orgs', (join) =>
        join.onRef('orgs.company_id', '=', 'user_orgs.company_id').onRef('orgs.id', '=', 'user_orgs.org_id'),
      )
      .where('user_orgs.company_id', '=', companyId)
      .where('user_orgs.user_id', '=', userId)
      .orderBy('orgs.name')
      .select('orgs.name')
      .execute()
    const inForce = roles.flatMap(({ name, inForce: now }) => (now ? name : []))
    return { roles: [...new Set(inForce)], organizations: [...new Set(organizations.map(({ name }) => name))] }
  },

  /** Ends one, by his own will. */
  end: (db: Db, { companyId, userId }: Owner, by: Person) =>
    db
      .updateTable('users')
      .set({ deleted_at: sql`now()`, deleted_by: JSON.stringify(by), ...stamps(by) })
      .where('company_id', '=', companyId)
      .where('id', '=', userId)
      .execute(),

  /** Whether this deleted member has gone by himself: nobody else is the one who deleted him. */
  hasLeft: async (db: Db, { companyId, userId }: Owner): Promise<boolean> =>
    (await db
      .selectFrom('users')
      .where('company_id', '=', companyId)
      .where('id', '=', userId)
      .where(sql<boolean>`deleted_by->>'id' = id::text`)
      .select('id')
      .executeTakeFirst()) !== undefined,

  /** Whether whoever signs in as this deleted member has become one anew since. */
  isReplaced: async (db: Db, { companyId, userId }: Owner): Promise<boolean> =>
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

  /** Locks everybody who signs in as him and is not locked yet. Out: whom, in which company. */
  lock: (db: Db, principal: Owner, reason: string) =>
    db
      .updateTable('users')
      .set({
        locked_at: sql`now()`,
        locked_until: null,
        lock_reason: reason,
        locked_by: JSON.stringify(nobody),
        updated_at: sql`now()`,
        version: sql`version + 1`,
      })
      .where(ofPrincipal(principal))
      .where(sql<boolean>`standing_of(users) <> 2 and users.deleted_at is null`)
      .returning(['users.company_id as companyId', 'users.id', 'users.name'])
      .execute(),
}
