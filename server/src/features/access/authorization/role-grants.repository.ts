import { sql } from 'kysely'
import type { Person } from '../../../kernel/db/crud-repository.ts'
import type { Db } from '../../../kernel/db/database.ts'

type RoleAssignmentInput = {
  userId: string
  roleId: string
  orgId: string | null
  startTime: string | null
  expireTime: string | null
  reason: string
}

/** Writes of direct assignments. */
export const roleGrantsRepository = {
  /** Assigns roles to users, or replaces the terms of their assignments. */
  async assign(db: Db, companyId: string, assignments: readonly RoleAssignmentInput[], by: Person) {
    if (assignments.length === 0) return
    const all = <K extends keyof RoleAssignmentInput>(name: K) => assignments.map((each) => each[name])
    await sql`insert into user_roles (company_id, user_id, role_id, scope_org_id, start_at, expires_at, reason, granted_by,
        granted_at)
      select ${companyId}::uuid, given.*, ${JSON.stringify(by)}::jsonb, now()
      from unnest(${all('userId')}::uuid[], ${all('roleId')}::uuid[], ${all('orgId')}::uuid[],
        ${all('startTime')}::timestamptz[], ${all('expireTime')}::timestamptz[], ${all('reason')}::text[]) as given
      on conflict (company_id, user_id, role_id) do update set scope_org_id = excluded.scope_org_id,
        start_at = excluded.start_at, expires_at = excluded.expires_at, reason = excluded.reason,
        granted_by = excluded.granted_by, granted_at = excluded.granted_at`.execute(db)
  },

  /** Ends direct assignments; those through organisations stay. */
  async revoke(db: Db, companyId: string, assignments: readonly Pick<RoleAssignmentInput, 'userId' | 'roleId'>[]) {
    if (assignments.length === 0) return
    await sql`delete from user_roles
      using json_to_recordset(${JSON.stringify(assignments)}::json) as ended ("userId" uuid, "roleId" uuid)
      where company_id = ${companyId}::uuid and user_id = ended."userId" and role_id = ended."roleId"`.execute(db)
  },
}
