import { sql } from 'kysely'
import type { Person } from '../../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../../kernel/db/database.ts'
import type { Owner } from '../users.repository.ts'

const isUsable = sql<boolean>`uses < most_uses and expires_at > now()`
const isUsableInvitation = (companyId: string, userIds: readonly string[]) =>
  sql<boolean>`company_id = ${companyId} and created_by->>'id' = any(${userIds}) and ${isUsable}`

/** Rows that depend on a user. */
export const dependentsRepository = {
  async count(db: Db, companyId: string, userIds: readonly string[]) {
    const ofUsers = sql`company_id = ${companyId} and user_id = any(${userIds})`
    const isActiveSession = sql`ended_at is null and idle_expires_at > now() and absolute_expires_at > now()`
    const { rows } = await sql<{ sessions: number; accessRequests: number; invitations: number }>`select
      (select count(*) from sessions where ${ofUsers} and ${isActiveSession}) as "sessions",
      (select count(*) from access_requests where ${ofUsers} and state = 'open') as "accessRequests",
      (select count(*) from invitations where ${isUsableInvitation(companyId, userIds)}) as "invitations"`.execute(db)
    return rows[0] ?? { sessions: 0, accessRequests: 0, invitations: 0 }
  },

  /** Transfers usable invitations to the successor. */
  handOver: (db: Db, { companyId, userId }: Owner, successor: Person) =>
    db
      .updateTable('invitations')
      .set({ created_by: JSON.stringify(successor) })
      .where(isUsableInvitation(companyId, [userId]))
      .execute(),
}
