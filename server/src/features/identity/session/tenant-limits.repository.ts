import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import { isSamePerson, users } from '../../people/users/index.ts'
import { isLive } from './session.repository.ts'

type Owner = { companyId: string; userId: string }
/** Limits on the sessions of a tenant's users; null or empty: no limit. */
export type SessionLimits = {
  idleMinutes: number | null
  absoluteMinutes: number | null
  mostDevices: number | null
  /** Addresses of live sessions that the policy refuses. */
  refusedAddresses: readonly string[]
}

/** Live sessions of a tenant's users beyond its limits; of several devices the oldest. */
const sessionsBeyondLimits = (
  topId: string,
  { idleMinutes, absoluteMinutes, mostDevices, refusedAddresses }: SessionLimits,
) => sql`
  select id from (
    select sessions.id, sessions.created_at, sessions.last_seen_at, sessions.ip, row_number() over (
      partition by coalesce(users.principal_id, users.id) order by sessions.created_at desc, sessions.id desc) as device
    from sessions
      join companies on companies.id = sessions.company_id
      join users on users.company_id = sessions.company_id and users.id = sessions.user_id
    where companies.top_id = ${topId} and sessions.parent_id is null and ${isLive}) as living
  where device > ${mostDevices}::int
    or created_at + make_interval(mins => ${absoluteMinutes}::int) <= now()
    or last_seen_at + make_interval(mins => ${idleMinutes}::int) <= now()
    or ip = any(${refusedAddresses}::text[])`

/** Needs platform reach. */
export const tenantLimitsRepository = {
  /** Addresses that live sessions of a tenant were opened from. */
  listAddresses: async (db: Db, topId: string): Promise<string[]> =>
    (
      await db
        .selectFrom('sessions')
        .innerJoin('companies', 'companies.id', 'sessions.company_id')
        .where('companies.top_id', '=', topId)
        .where('sessions.parent_id', 'is', null)
        .where(isLive)
        .select('sessions.ip')
        .distinct()
        .execute()
    ).map(({ ip }) => ip),

  listBeyond: async (db: Db, topId: string, limits: SessionLimits): Promise<string[]> =>
    (await sql<{ id: string }>`${sessionsBeyondLimits(topId, limits)}`.execute(db)).rows.map(({ id }) => id),

  /**
   * Ends sessions beyond the limits and shortens the tenant's others.
   * @returns the number ended
   */
  async enforce(db: Db, topId: string, limits: SessionLimits, reason: string): Promise<number> {
    const ended = await db
      .updateTable('sessions')
      .set({ ended_at: sql`now()`, end_reason: reason })
      .where(sql<boolean>`id in (${sessionsBeyondLimits(topId, limits)})`)
      .executeTakeFirst()
    const { idleMinutes, absoluteMinutes } = limits
    if (idleMinutes !== null || absoluteMinutes !== null)
      await db
        .updateTable('sessions')
        .from('companies')
        .whereRef('companies.id', '=', 'sessions.company_id')
        .where('companies.top_id', '=', topId)
        .where(isLive)
        .set({
          // Active users do not become idle before their token is refreshed.
          idle_expires_at: sql`case when ${idleMinutes}::int is null then idle_expires_at else least(idle_expires_at,
            greatest(access_expires_at, last_seen_at + make_interval(mins => ${idleMinutes}::int))) end`,
          absolute_expires_at: sql`least(absolute_expires_at,
            sessions.created_at + make_interval(mins => ${absoluteMinutes}::int))`,
        })
        .execute()
    return Number(ended.numUpdatedRows)
  },

  /**
   * Ends a person's oldest sessions in the company's tenant until `maxDevices` are left; locks the principal, so that
   * parallel sign-ins are serialized.
   */
  async endSurplus(db: Db, principal: Owner, companyId: string, maxDevices: number, reason: string): Promise<void> {
    await users.hold(db, principal)
    const surplus = db
      .selectFrom('sessions')
      .innerJoin('users', (join) =>
        join.onRef('users.company_id', '=', 'sessions.company_id').onRef('users.id', '=', 'sessions.user_id'),
      )
      .innerJoin('companies', 'companies.id', 'sessions.company_id')
      .where(isSamePerson(principal))
      .where(sql<boolean>`companies.top_id = (select top_id from companies where id = ${companyId})`)
      .where('sessions.parent_id', 'is', null)
      .where(isLive)
      .orderBy('sessions.created_at', 'desc')
      .orderBy('sessions.id', 'desc')
      .offset(maxDevices)
      .select('sessions.id')
    await db
      .updateTable('sessions')
      .set({ ended_at: sql`now()`, end_reason: reason })
      .where('id', 'in', surplus)
      .execute()
  },
}
