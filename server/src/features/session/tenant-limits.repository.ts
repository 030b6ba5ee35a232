import { sql } from 'kysely'
import type { Db } from '../../kernel/db/database.ts'
import { isPerson, users } from '../users/index.ts'
import { live } from './session.repository.ts'

type Owner = { companyId: string; userId: string }
/** What the sessions of a tenant's people are held to; null and none: to nothing. */
export type SessionLimits = {
  idleMinutes: number | null
  absoluteMinutes: number | null
  mostDevices: number | null
  /** Of the addresses they were opened from, those nobody may come from. */
  outside: readonly string[]
}

/** The living sessions of a tenant's people that go beyond its limits; of somebody's devices the oldest ones do. */
const beyond = (topId: string, { idleMinutes, absoluteMinutes, mostDevices, outside }: SessionLimits) => sql`
  select id from (
    select sessions.id, sessions.created_at, sessions.last_seen_at, sessions.ip, row_number() over (
      partition by coalesce(users.principal_id, users.id) order by sessions.created_at desc, sessions.id desc) as device
    from sessions
      join companies on companies.id = sessions.company_id
      join users on users.company_id = sessions.company_id and users.id = sessions.user_id
    where companies.top_id = ${topId} and sessions.parent_id is null and ${live}) as living
  where device > ${mostDevices}::int
    or created_at + make_interval(mins => ${absoluteMinutes}::int) <= now()
    or last_seen_at + make_interval(mins => ${idleMinutes}::int) <= now()
    or ip = any(${outside}::text[])`

/** With platform sight. */
export const tenantLimitsRepository = {
  /** Where the living sessions of a tenant's people were opened from. */
  addresses: async (db: Db, topId: string): Promise<string[]> =>
    (
      await db
        .selectFrom('sessions')
        .innerJoin('companies', 'companies.id', 'sessions.company_id')
        .where('companies.top_id', '=', topId)
        .where('sessions.parent_id', 'is', null)
        .where(live)
        .select('sessions.ip')
        .distinct()
        .execute()
    ).map(({ ip }) => ip),

  beyond: async (db: Db, topId: string, limits: SessionLimits): Promise<string[]> =>
    (await sql<{ id: string }>`${beyond(topId, limits)}`.execute(db)).rows.map(({ id }) => id),

  /** Ends these, and lets the others of the tenant last no longer than they may. Out: how many ended. */
  async hold(db: Db, topId: string, limits: SessionLimits, reason: string): Promise<number> {
    const ended = await db
      .updateTable('sessions')
      .set({ ended_at: sql`now()`, end_reason: reason })
      .where(sql<boolean>`id in (${beyond(topId, limits)})`)
      .executeTakeFirst()
    const { idleMinutes, absoluteMinutes } = limits
    if (idleMinutes !== null || absoluteMinutes !== null)
      await db
        .updateTable('sessions')
        .from('companies')
        .whereRef('companies.id', '=', 'sessions.company_id')
        .where('companies.top_id', '=', topId)
        .where(live)
        .set({
          // Whoever is at work is idle no sooner than his token is exchanged.
          idle_expires_at: sql`case when ${idleMinutes}::int is null then idle_expires_at else least(idle_expires_at,
            greatest(access_expires_at, last_seen_at + make_interval(mins => ${idleMinutes}::int))) end`,
          absolute_expires_at: sql`least(absolute_expires_at,
            sessions.created_at + make_interval(mins => ${absoluteMinutes}::int))`,
        })
        .execute()
    return Number(ended.numUpdatedRows)
  },

  /**
   * Ends the oldest sessions of a person in the tenant of a company, until so many are left; sign-ins of the same person take
   * turns.
   */
  async keepNewest(db: Db, principal: Owner, companyId: string, most: number, reason: string): Promise<void> {
    await users.hold(db, principal)
    const surplus = db
      .selectFrom('sessions')
      .innerJoin('users', (join) =>
        join.onRef('users.company_id', '=', 'sessions.company_id').onRef('users.id', '=', 'sessions.user_id'),
      )
      .innerJoin('companies', 'companies.id', 'sessions.company_id')
      .where(isPerson(principal))
      .where(sql<boolean>`companies.top_id = (select top_id from companies where id = ${companyId})`)
      .where('sessions.parent_id', 'is', null)
      .where(live)
      .orderBy('sessions.created_at', 'desc')
      .orderBy('sessions.id', 'desc')
      .offset(most)
      .select('sessions.id')
    await db
      .updateTable('sessions')
      .set({ ended_at: sql`now()`, end_reason: reason })
      .where('id', 'in', surplus)
      .execute()
  },
}
