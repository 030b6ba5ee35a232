import {
  type MembershipInvitationRow,
  membershipInvitationDays,
  type membershipsContract,
} from '@atrium/contract/features/people/memberships/memberships.contract.ts'
import type { InputOf } from '@atrium/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import { likePattern, type Person } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { fetchPage } from '../../../kernel/db/fetch-page.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Actor } from '../../../kernel/scope.ts'
import { andVisibleUser } from '../../access/row-scopes/index.ts'
import type { CompanyAdmission } from '../../tenancy/tenants/index.ts'
import { canReadContacts } from '../users/index.ts'

export type MembershipInvitationsQuery = InputOf<typeof membershipsContract.list>['query']
type Owner = { companyId: string; userId: string }
type NewInvitation = { companyId: string; target: string; note: string; principal: Owner | undefined; by: Person }

const isOpen = sql<boolean>`(membership_invitations.state = 'open' and membership_invitations.expires_at > now())`
const state = sql<MembershipInvitationRow['state']>`case
  when membership_invitations.state = 'open' and membership_invitations.expires_at <= now() then 'lapsed' else membership_invitations.state end`
/** Neither a mail address nor a phone number, by the same test as the mask of `users.contact`. */
const isAccount = sql<boolean>`(membership_invitations.target !~ '@|^[0-9]')`

const selectInvitations = (db: Db) => db.selectFrom('membership_invitations')
/** Open invitations of a principal. */
const forPrincipal = (db: Db, { companyId, userId }: Owner) =>
  selectInvitations(db)
    .innerJoin('companies', 'companies.id', 'membership_invitations.company_id')
    .where('membership_invitations.principal_company_id', '=', companyId)
    .where('membership_invitations.principal_id', '=', userId)
    .where(isOpen)

export const membershipInvitationsRepository = {
  /** Invitations of the current company. Callers who cannot read contacts can only search by account. */
  list(db: Db, actor: Actor, query: MembershipInvitationsQuery) {
    const { search, 'f.state': stateFilter } = query
    let found = selectInvitations(db)
    if (search) found = found.where('membership_invitations.target', 'ilike', likePattern(search))
    if (search && !canReadContacts(actor)) found = found.where(isAccount)
    if (stateFilter) found = found.where(sql<boolean>`${state} = ${stateFilter}`)
    const rows = found
      .select([
        'membership_invitations.id',
        'membership_invitations.target',
        'membership_invitations.note',
        state.as('state'),
        'membership_invitations.expires_at as expireTime',
        'membership_invitations.created_at as createTime',
        sql<Person>`membership_invitations.created_by`.as('createBy'),
        'membership_invitations.decided_at as decideTime',
      ])
      .orderBy('membership_invitations.created_at', query.sort === 'createTime' ? 'asc' : 'desc')
      .orderBy('membership_invitations.id')
    return fetchPage(db, query, rows, found)
  },

  /** Whether a user of the company is in the caller's row scope. */
  async isVisible(db: Db, actor: Actor, userId: string): Promise<boolean> {
    const { rows } = await sql`select from users where company_id = ${actor.companyId} and id = ${userId}
      ${andVisibleUser(actor, 'users.id')}`.execute(db)
    return rows.length > 0
  },

  /** Whether the company has already invited this target and waits for an answer. */
  hasOpenInvitation: async (db: Db, companyId: string, target: string): Promise<boolean> =>
    (await selectInvitations(db)
      .where('membership_invitations.company_id', '=', companyId)
      .where('membership_invitations.target', '=', target)
      .where(isOpen)
      .select('membership_invitations.id')
      .limit(1)
      .executeTakeFirst()) !== undefined,

  insert: (db: Db, { companyId, target, note, principal, by }: NewInvitation) =>
    db
      .insertInto('membership_invitations')
      .values({
        company_id: companyId,
        id: newId(),
        target,
        note,
        principal_company_id: principal?.companyId ?? null,
        principal_id: principal?.userId ?? null,
        expires_at: sql<string>`now() + make_interval(days => ${membershipInvitationDays})`,
        created_by: JSON.stringify(by),
      })
      .returning('id')
      .executeTakeFirstOrThrow(),

  /** An invitation of the current company, locked until the transaction ends. */
  hold: (db: Db, id: string) =>
    selectInvitations(db)
      .where('membership_invitations.id', '=', id)
      .select(['membership_invitations.target', 'membership_invitations.note', state.as('state')])
      .forUpdate()
      .executeTakeFirst(),
  remove: (db: Db, id: string) => db.deleteFrom('membership_invitations').where('id', '=', id).execute(),

  /** Open invitations of a principal to companies they are no member of, newest first. Needs platform reach. */
  openFor: (db: Db, principal: Owner) =>
    forPrincipal(db, principal)
      .where(
        sql<boolean>`not exists (select from users where users.company_id = membership_invitations.company_id
          and users.principal_id = ${principal.userId} and users.deleted_at is null)`,
      )
      .orderBy('membership_invitations.created_at', 'desc')
      .limit(50)
      .select([
        'membership_invitations.id',
        'companies.name as company',
        'membership_invitations.note',
        sql<string>`membership_invitations.created_by->>'name'`.as('inviter'),
        'membership_invitations.created_at as createTime',
        'membership_invitations.expires_at as expireTime',
      ])
      .execute(),

  /** An open invitation of a principal, locked so that it is answered once. Needs platform reach. */
  holdFor: (db: Db, principal: Owner, id: string) =>
    forPrincipal(db, principal)
      .where('membership_invitations.id', '=', id)
      .select([
        'membership_invitations.id',
        'companies.id as companyId',
        'companies.name as company',
        'membership_invitations.target',
        sql<CompanyAdmission>`admission_of(companies, ${principal.userId}::uuid)`.as('admission'),
        sql<Person>`membership_invitations.created_by`.as('by'),
      ])
      .forUpdate('membership_invitations')
      .executeTakeFirst(),

  decide: (db: Db, id: string, decided: 'accepted' | 'declined') =>
    db
      .updateTable('membership_invitations')
      .set({ state: decided, decided_at: sql`now()` })
      .where('id', '=', id)
      .execute(),
}
