import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import type { Owner } from '../../../kernel/scope.ts'
import { isSamePerson, users } from '../../people/users/index.ts'
import { isLive } from './session.repository.ts'

/** Endings of sessions; each with a reason that their owner reads. */
export const sessionEndsRepository = {
  /**
   * Ends the session.
   * @returns its owner; undefined if it had ended already.
   */
  end: (db: Db, id: string, reason: string) =>
    db
      .updateTable('sessions')
      .from('users')
      .set({ ended_at: sql`now()`, end_reason: reason })
      .where('sessions.id', '=', id)
      .where('sessions.ended_at', 'is', null)
      .whereRef('users.company_id', '=', 'sessions.company_id')
      .whereRef('users.id', '=', 'sessions.user_id')
      .returning(['users.company_id as companyId', 'users.id', 'users.name'])
      .executeTakeFirst(),

  /**
   * Ends all live sessions of a user and their memberships, except one, and their proofs.
   * @returns the number
   */
  async endAll(db: Db, companyId: string, userId: string, reason: string, except: string | undefined): Promise<number> {
    await users.endProofs(db, { companyId, userId })
    let all = db
      .updateTable('sessions')
      .set({ ended_at: sql`now()`, end_reason: reason })
      .where('company_id', '=', companyId)
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
    if (except !== undefined) all = all.where('id', '<>', except)
    const own = Number((await all.executeTakeFirst()).numUpdatedRows)
    const { rows } = await sql<{ ended: number }>`
      select end_membership_sessions(${companyId}, ${userId}, ${reason}) as ended`.execute(db)
    return own + (rows[0]?.ended ?? 0)
  },

  /**
   * Ends all live sessions of a principal in all of their companies, except one, and their proofs. Returns the users.
   * Needs platform reach.
   */
  async endOthers(db: Db, principal: { companyId: string; userId: string }, reason: string, except: string) {
    await users.endProofs(db, principal)
    return db
      .updateTable('sessions')
      .from('users')
      .set({ ended_at: sql`now()`, end_reason: reason })
      .whereRef('users.company_id', '=', 'sessions.company_id')
      .whereRef('users.id', '=', 'sessions.user_id')
      .where(isSamePerson(principal))
      .where('sessions.parent_id', 'is', null)
      .where('sessions.id', '<>', except)
      .where(isLive)
      .returning('users.id as userId')
      .execute()
  },

  /**
   * Ends a person's sessions that began by an identity provider, except one. Needs platform reach.
   * @returns the number
   */
  async endOutside(db: Db, { companyId, userId }: Owner, providerId: string, except: string): Promise<number> {
    const ended = await db
      .updateTable('sessions')
      .from('users')
      .set({ ended_at: sql`now()`, end_reason: 'unlinked' })
      .whereRef('users.company_id', '=', 'sessions.company_id')
      .whereRef('users.id', '=', 'sessions.user_id')
      .where(isSamePerson({ companyId, userId }))
      .where('sessions.identity_provider_id', '=', providerId)
      .where('sessions.parent_id', 'is', null)
      .where('sessions.id', '<>', except)
      .where(isLive)
      .executeTakeFirst()
    return Number(ended.numUpdatedRows)
  },

  /**
   * Ends all live sessions of a company, visits by guests included.
   * @returns the number
   */
  async endCompany(db: Db, companyId: string, reason: string): Promise<number> {
    const all = db
      .updateTable('sessions')
      .set({ ended_at: sql`now()`, end_reason: reason })
      .where((eb) => eb.or([eb('company_id', '=', companyId), eb('act_company_id', '=', companyId)]))
      .where('ended_at', 'is', null)
    return Number((await all.executeTakeFirst()).numUpdatedRows)
  },
}
