import { sql } from 'kysely'
import type { Db } from '../../../kernel/db/database.ts'
import type { TenantPolicy } from '../../tenancy/tenants/index.ts'
import { callerColumns } from './callers.repository.ts'

export type Lifetimes = { accessMinutes: number; idleMinutes: number; absoluteMinutes: number }
export type NewSession = {
  id: string
  companyId: string
  userId: string
  accessHash: Buffer
  refreshHash: Buffer
  /** Hash of the browser's cookie; null for programs without cookies. */
  bindingHash: Buffer | null
  aesKey: string
  deviceId: string
  deviceName: string
  client: string
  method: string
  /** Time of a second step or passkey, if one was given. */
  provedAt: string | null
  /** By which people signed in; null: by other means. */
  identityProviderId: string | null
  ip: string
  agent: string
}

const inMinutes = (minutes: number | null) => sql<string>`now() + make_interval(mins => ${minutes})`
/** Destination, purpose and length of a visit. */
export type NewVisit = {
  companyId: string
  orgId: string | null
  mode: 'view' | 'manage'
  reason: string
  minutes: number
}
/**
 * A session that follows a live one in its browser: a visit below it, or the principal's user in another company
 * replacing it.
 */
export type FollowingSession = Pick<NewSession, 'id' | 'accessHash' | 'refreshHash' | 'aesKey' | 'ip' | 'agent'> & {
  previousSessionId: string
  owner: { companyId: string; userId: string } | null
  visit: NewVisit | null
}

export const isLive = sql<boolean>`sessions.ended_at is null and now() < sessions.idle_expires_at and now() < sessions.absolute_expires_at`
/** The visit's time is up. */
const isVisitOver = sql<boolean>`coalesce(sessions.act_until <= now(), false)`

const rotationColumns = [
  'id',
  'parent_id as homeSessionId',
  'company_id as companyId',
  'user_id as userId',
  'aes_key as aesKey',
  'refresh_hash as refreshHash',
  'previous_refresh_hash as previousRefreshHash',
  'binding_hash as bindingHash',
] as const

/** All times are the database's, so that nodes with different clocks agree. */
export const sessionRepository = {
  insert: (db: Db, session: NewSession, life: Lifetimes) =>
    db
      .insertInto('sessions')
      .values({
        id: session.id,
        company_id: session.companyId,
        user_id: session.userId,
        access_hash: session.accessHash,
        access_expires_at: inMinutes(life.accessMinutes),
        refresh_hash: session.refreshHash,
        idle_expires_at: inMinutes(life.idleMinutes),
        absolute_expires_at: inMinutes(life.absoluteMinutes),
        binding_hash: session.bindingHash,
        aes_key: session.aesKey,
        device_id: session.deviceId,
        device_name: session.deviceName,
        client: session.client,
        method: session.method,
        proved_at: session.provedAt,
        identity_provider_id: session.identityProviderId,
        ip: session.ip,
        agent: session.agent,
      })
      .execute(),

  /**
   * Lasts no longer than the previous session.
   * @returns its end; undefined if the previous one has ended.
   */
  insertFollowing: async (db: Db, { owner, visit, ...next }: FollowingSession, life: Lifetimes) => {
    const until = inMinutes(visit?.minutes ?? null)
    const { rows } = await sql<{ until: string }>`
      insert into sessions (id, access_hash, access_expires_at, refresh_hash, aes_key, ip, agent,
        company_id, user_id, parent_id,
        act_company_id, act_org_id, act_mode, act_reason, act_until,
        absolute_expires_at, idle_expires_at,
        proved_at, signed_in_at, binding_hash, device_id, device_name, client, method, identity_provider_id)
      select ${next.id}::uuid, ${next.accessHash}::bytea, ${inMinutes(life.accessMinutes)},
        ${next.refreshHash}::bytea, ${next.aesKey}, ${next.ip}, ${next.agent},
        coalesce(${owner?.companyId}::uuid, company_id), coalesce(${owner?.userId}::uuid, user_id),
        case when ${visit !== null}::boolean then id end,
        ${visit?.companyId}::uuid, ${visit?.orgId}::uuid, ${visit?.mode}, ${visit?.reason}, ${until},
        least(${until}, absolute_expires_at, ${inMinutes(life.absoluteMinutes)}),
        least(${until}, absolute_expires_at, ${inMinutes(life.absoluteMinutes)}, ${inMinutes(life.idleMinutes)}),
        case when ${visit === null}::boolean then proved_at end,
        signed_in_at, binding_hash, device_id, device_name, client, method, identity_provider_id
      from sessions where id = ${next.previousSessionId} and parent_id is null and ${isLive} for no key update
      returning coalesce(act_until, absolute_expires_at) as until`.execute(db)
    return rows[0]?.until
  },

  /** The session and its owner, with their current status. */
  find: (db: Db, id: string) =>
    db
      .selectFrom('sessions')
      .innerJoin('users', (join) =>
        join.onRef('users.company_id', '=', 'sessions.company_id').onRef('users.id', '=', 'sessions.user_id'),
      )
      .leftJoin('users as principal', (join) =>
        join
          .onRef('principal.company_id', '=', 'users.principal_company_id')
          .onRef('principal.id', '=', 'users.principal_id'),
      )
      .innerJoin('companies', 'companies.id', 'sessions.company_id')
      .leftJoin('tenants', 'tenants.company_id', 'companies.top_id')
      .leftJoin('plans', 'plans.id', 'tenants.plan_id')
      .innerJoin('registry_epoch', (join) => join.onTrue())
      .where('sessions.id', '=', id)
      .select([
        'sessions.access_hash as accessHash',
        'sessions.binding_hash as bindingHash',
        'sessions.aes_key as aesKey',
        'sessions.end_reason as endReason',
        'sessions.act_company_id as actCompanyId',
        isVisitOver.as('visitOver'),
        ...callerColumns,
        isLive.as('live'),
        sql<boolean>`now() < sessions.access_expires_at`.as('fresh'),
        sql<boolean>`sessions.last_seen_at < now() - interval '1 minute'`.as('longUnseen'),
      ])
      .executeTakeFirst(),

  /** Records use; precise to the minute. */
  touch: (db: Db, id: string) =>
    db.updateTable('sessions').set({ last_seen_at: sql`now()` }).where('id', '=', id).execute(),

  /** The session locked for update, so that refreshing and ending it are serialized. */
  findForUpdate: (db: Db, id: string) =>
    db
      .selectFrom('sessions')
      .where('id', '=', id)
      .select([
        ...rotationColumns,
        'end_reason as endReason',
        isVisitOver.as('visitOver'),
        sql<TenantPolicy | null>`(select policy_of(companies) from companies where id = sessions.company_id)`.as(
          'policy',
        ),
        isLive.as('live'),
        sql<number>`extract(epoch from now() - refreshed_at)::float8`.as('secondsSinceRefresh'),
      ])
      .forUpdate()
      .executeTakeFirst(),

  /** The identity provider by which a session's person signed in. */
  findIdentityProvider: async (db: Db, id: string): Promise<string | undefined> =>
    (await db.selectFrom('sessions').where('id', '=', id).select('identity_provider_id as id').executeTakeFirst())
      ?.id ?? undefined,

  /** Whether the session was reauthenticated within the last minutes. */
  isReauthenticated: async (db: Db, id: string, minutes: number): Promise<boolean> => {
    const proved = sql<boolean>`coalesce(proved_at > now() - make_interval(mins => ${minutes}), false)`.as('proved')
    return (await db.selectFrom('sessions').where('id', '=', id).select(proved).executeTakeFirst())?.proved === true
  },
  /**
   * Stores a reauthentication.
   * @returns whether the session is still live
   */
  markReauthenticated: async (db: Db, id: string): Promise<boolean> => {
    const proved = db.updateTable('sessions').set({ proved_at: sql`now()` }).where('id', '=', id).where(isLive)
    return (await proved.executeTakeFirst()).numUpdatedRows === 1n
  },

  rotate: (db: Db, id: string, next: { accessHash: Buffer; refreshHash: Buffer }, life: Lifetimes) =>
    db
      .updateTable('sessions')
      .set({
        access_hash: next.accessHash,
        access_expires_at: inMinutes(life.accessMinutes),
        previous_refresh_hash: sql`refresh_hash`,
        refresh_hash: next.refreshHash,
        refreshed_at: sql`now()`,
        last_seen_at: sql`now()`,
        idle_expires_at: sql`least(${inMinutes(life.idleMinutes)}, absolute_expires_at)`,
      })
      .where('id', '=', id)
      .execute(),

  /** Activity in a visit keeps the home session alive. */
  extendHomeSession: (db: Db, homeSessionId: string, life: Lifetimes) =>
    db
      .updateTable('sessions')
      .set({ idle_expires_at: sql`least(${inMinutes(life.idleMinutes)}, absolute_expires_at)` })
      .where('id', '=', homeSessionId)
      .where(isLive)
      .execute(),

  /** The session a visit was started from; for any other session itself. */
  findHomeSessionId: async (db: Db, id: string): Promise<string> =>
    (await db.selectFrom('sessions').where('id', '=', id).select('parent_id').executeTakeFirst())?.parent_id ?? id,

  /** Number of live sessions of a user and their memberships. */
  count: async (db: Db, companyId: string, userId: string): Promise<number> => {
    const living = db
      .selectFrom('sessions')
      .where('company_id', '=', companyId)
      .where('user_id', '=', userId)
      .where('parent_id', 'is', null)
      .where(isLive)
      .select(sql<number>`count(*) + count_membership_sessions(${companyId}, ${userId})`.as('n'))
    return (await living.executeTakeFirstOrThrow()).n
  },
}
