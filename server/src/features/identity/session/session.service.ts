import { randomBytes } from 'node:crypto'
import { signInErrors } from '@atrium/contract/features/identity/sign-in/sign-in.errors.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import { LRUCache } from 'lru-cache'
import type { Announcements } from '../../../kernel/announcements.ts'
import { auditActor } from '../../../kernel/audit-actor.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import type { Authentication } from '../../../kernel/http/admit.ts'
import { newId } from '../../../kernel/ids.ts'
import { AppError, type AuditNote, type Origin, type RequestScope } from '../../../kernel/scope.ts'
import { digest, type Secrets } from '../../../kernel/secrets.ts'
import { rightsOf, rowsOf } from '../../access/authorization/index.ts'
import { createRightsCompiler } from '../../access/registry/index.ts'
import type { Settings } from '../../system/base-parameters/index.ts'
import {
  isAddressAllowed,
  limitSessionLifetime,
  refusalMessages,
  type TenantPolicy,
} from '../../tenancy/tenants/index.ts'
import { endMessage, endMessages } from './end-reasons.ts'
import { createGuestResolver, type HomeRights } from './guests.ts'
import { type FollowingSession, type Lifetimes, type NewVisit, sessionRepository } from './session.repository.ts'
import { type CachedSession, createSessionCache } from './session-cache.ts'
import { type SessionLimits, tenantLimitsRepository } from './tenant-limits.repository.ts'
import { firstToken, nextToken, sessionOfToken } from './token.ts'

/** Grace period for a token just replaced: parallel calls of several tabs arrive with it. */
const graceSeconds = 10
const endedSession: Authentication = { kind: 'ended' }
/** The value of `status_of`. */
const lockedStatus = 2

type Owner = { companyId: string; userId: string }
/** The user a session is opened for, with the tenant's policy and the principal. */
type Workplace = Owner & { policy: TenantPolicy | null; principal: Owner }
type SignInDetails = {
  device: { id: string; name: string }
  client: string
  method: string
  /** Secret of the browser's cookie; null for programs without cookies. */
  binding: string | null
  /** Time of a second step or passkey, if one was given. */
  provedAt: string | null
}
type Ports = { database: Database; secrets: Secrets; settings: Settings; announcements: Announcements }
type Terms = Omit<SessionLimits, 'refusedAddresses'> & Pick<TenantPolicy, 'addresses'>
export type SessionService = ReturnType<typeof createSessionService>

const hasBindingCookie = (bindingHash: Buffer | null, { cookies }: Origin) =>
  bindingHash === null || bindingHash.equals(digest(cookies.binding ?? ''))
/** Message for an ended session; undefined if there is nothing to say. */
const endMessageOf = ({ endReason, visitOver }: { endReason: string | null; visitOver: boolean }): string | undefined =>
  endMessage(endReason) ?? (visitOver ? endMessages.visitOver : undefined)
/** Browsers without cookies get an explanation instead of a redirect loop. */
const unboundResult = ({ cookies }: Origin): Authentication =>
  cookies.binding === undefined ? { kind: 'ended', msg: signInErrors.cookiesNeeded.msg } : endedSession

export const createSessionService = ({ database, secrets, settings, announcements }: Ports) => {
  const sessionCache = createSessionCache(announcements)
  /** Rights by the epochs they were read at: valid while the epochs stand, unless a role is limited in time. */
  const snapshots = new LRUCache<string, HomeRights>({ max: 20_000 })
  const decideFor = createRightsCompiler()
  const resolveGuest = createGuestResolver(decideFor)

  const lifetimes = async (db: Db, policy: TenantPolicy | null = null) => {
    const values = await settings.read(db)
    const life = {
      accessMinutes: values['session.accessMinutes'],
      idleMinutes: values['session.idleMinutes'],
      absoluteMinutes: values['session.absoluteMinutes'],
    }
    return limitSessionLifetime(life, policy)
  }
  /** Ends a person's oldest sessions in the tenant beyond its device limit. */
  const endSurplusSessions = async (db: Db, { companyId, policy, principal }: Workplace) => {
    const maxDevices = policy?.mostDevices ?? null
    if (maxDevices !== null) await tenantLimitsRepository.endSurplus(db, principal, companyId, maxDevices, 'devices')
  }
  const limitsOf = async (db: Db, topId: string, { addresses, ...terms }: Terms): Promise<SessionLimits> => {
    const allAddresses = addresses.length === 0 ? [] : await tenantLimitsRepository.listAddresses(db, topId)
    return { ...terms, refusedAddresses: allAddresses.filter((address) => !isAddressAllowed(addresses, address)) }
  }
  const toTokens = (
    token: string,
    refreshToken: string,
    aesKey: string,
    { accessMinutes, idleMinutes }: Lifetimes,
  ) => ({
    token,
    refreshToken,
    aesKey,
    expires: accessMinutes * 60,
    refreshExpires: idleMinutes * 60,
  })

  const newCredentials = () => {
    const id = newId()
    const [token, refreshToken] = [firstToken(secrets, 'access', id), firstToken(secrets, 'refresh', id)]
    const hashes = { accessHash: digest(token), refreshHash: digest(refreshToken) }
    return { id, token, refreshToken, aesKey: randomBytes(8).toString('hex'), hashes }
  }

  const openFollowing = async (
    db: Db,
    following: Pick<FollowingSession, 'previousSessionId' | 'owner' | 'visit'>,
    { ip, agent }: Origin,
    policy?: TenantPolicy | null,
  ) => {
    const { id, token, refreshToken, aesKey, hashes } = newCredentials()
    const life = await lifetimes(db, policy)
    const until = await sessionRepository.insertFollowing(db, { id, ...hashes, aesKey, ip, agent, ...following }, life)
    if (until === undefined) throw new AppError(kernelErrors.sessionInvalid)
    return { tokens: toTokens(token, refreshToken, aesKey, life), until }
  }

  type FoundSession = NonNullable<Awaited<ReturnType<typeof sessionRepository.find>>>
  const homeRightsOf = async (db: Db, found: FoundSession): Promise<HomeRights> => {
    const { companyId, userId, companyEpoch, userEpoch, registryEpoch } = found
    const key = `${userId} ${companyEpoch} ${userEpoch} ${registryEpoch}`
    const cached = snapshots.get(key)
    if (cached && performance.now() < cached.expiresAt) return cached
    const { permissions, heldPermissions, plan, changesIn } = await rightsOf(db, companyId, userId)
    const expiresAt = changesIn === null ? Number.POSITIVE_INFINITY : performance.now() + changesIn * 1000
    const [compiled, rows] = await Promise.all([
      decideFor(db, { heldPermissions, plan }, registryEpoch),
      rowsOf(db, companyId, userId),
    ])
    const homeRights = { rights: { permissions, rows, ...compiled }, expiresAt }
    snapshots.set(key, homeRights)
    return homeRights
  }

  const loadSession = (sessionId: string, token: string, origin: Origin): Promise<Authentication | CachedSession> =>
    database.transact({ reach: 'platform' }, async (db) => {
      const found = await sessionRepository.find(db, sessionId)
      if (!found) return endedSession
      const { bindingHash } = found
      // The reason is shown only to the browser the session was opened in: a copied token reveals nothing (decision
      // 19).
      const endedWith = (msg: string | undefined): Authentication =>
        msg !== undefined && hasBindingCookie(bindingHash, origin) ? { kind: 'ended', msg } : endedSession
      if (!found.live) return endedWith(endMessageOf(found))
      const refusal = refusalMessages[found.door]
      if (refusal !== undefined) return endedWith(refusal)
      if (found.userStatus !== 1)
        return endedWith(endMessages[found.userStatus === lockedStatus ? 'locked' : 'removed'])
      if (!found.fresh || !found.accessHash.equals(digest(token))) return { kind: 'expired' }
      if (found.longUnseen) await sessionRepository.touch(db, sessionId)
      const { companyId, userId, name, account, aesKey, platform } = found
      const homeRights = await homeRightsOf(db, found)
      const { principalCompanyId, principalId } = found
      const principal =
        principalCompanyId !== null && principalId !== null
          ? { principal: { companyId: principalCompanyId, userId: principalId } }
          : {}
      const person = { userId, name, account, sessionId, aesKey, ...principal }
      if (found.actCompanyId !== null) {
        const guest = await resolveGuest(db, sessionId, found, homeRights)
        if ('ended' in guest) return { kind: 'ended', msg: guest.ended }
        return { kind: 'session', actor: { ...person, platform: false, ...guest }, bindingHash }
      }
      const readOnly = found.door === 'readOnly'
      const actor = { ...person, companyId, companyName: found.companyName, platform, readOnly, ...homeRights.rights }
      return { kind: 'session', actor, bindingHash }
    })

  return {
    /**
     * Authenticates an access token. A genuine but outdated token of a live session is `expired`; a token without its
     * browser's cookie is worthless (decision 19).
     */
    async authenticate(origin: Origin): Promise<Authentication> {
      const { token } = origin
      const cached = sessionCache.get(token)
      if (cached) return hasBindingCookie(cached.bindingHash, origin) ? cached : unboundResult(origin)
      const sessionId = sessionOfToken(secrets, 'access', token)
      if (sessionId === undefined) return endedSession
      const generation = sessionCache.generation()
      const found = await loadSession(sessionId, token, origin)
      if (!('bindingHash' in found)) return found
      sessionCache.set(token, found, generation)
      return hasBindingCookie(found.bindingHash, origin) ? found : unboundResult(origin)
    },

    /** Opens a session within the tenant's limits on lifetime and devices. Returns the tokens. */
    async open(
      db: Db,
      workplace: Workplace,
      { device, client, method, binding, provedAt }: SignInDetails,
      origin: Origin,
    ) {
      const { id, token, refreshToken, aesKey, hashes } = newCredentials()
      const bindingHash = binding === null ? null : digest(binding)
      const from = {
        deviceId: device.id,
        deviceName: device.name,
        ip: origin.ip,
        agent: origin.agent,
        client,
        method,
        provedAt,
      }
      const life = await lifetimes(db, workplace.policy)
      const { companyId, userId } = workplace
      await sessionRepository.insert(db, { id, companyId, userId, ...hashes, bindingHash, aesKey, ...from }, life)
      await endSurplusSessions(db, workplace)
      return toTokens(token, refreshToken, aesKey, life)
    },

    /**
     * Opens a visit below a live session, with tokens of its own that stay in one tab. Returns the tokens and the end
     * of the visit. Throws `sessionInvalid` if that session has ended meanwhile.
     */
    openVisit: (db: Db, homeSessionId: string, visit: NewVisit, origin: Origin) =>
      openFollowing(db, { previousSessionId: homeSessionId, owner: null, visit }, origin),

    /**
     * Replaces the session by one in another company of the same person, in the same browser and with the same
     * remaining lifetime. Returns the tokens. Throws `sessionInvalid` if the session has ended meanwhile.
     */
    async switchCompany(db: Db, workplace: Workplace, currentSessionId: string, origin: Origin) {
      const { companyId, userId, policy } = workplace
      const { tokens } = await openFollowing(
        db,
        { previousSessionId: currentSessionId, owner: { companyId, userId }, visit: null },
        origin,
        policy,
      )
      await sessionRepository.end(db, currentSessionId, 'switched')
      await endSurplusSessions(db, workplace)
      return tokens
    },

    /**
     * Exchanges a refresh token (decision 12). The current one rotates; the previous one gets the same successor for a
     * few seconds; an older one reveals a copy and ends the session.
     */
    async refresh({ db, origin, afterCommit }: RequestScope<null>, refreshToken: string) {
      const id = sessionOfToken(secrets, 'refresh', refreshToken)
      const session = id === undefined ? undefined : await sessionRepository.findForUpdate(db, id)
      if (!session || !hasBindingCookie(session.bindingHash, origin)) throw new AppError(kernelErrors.sessionInvalid)
      if (!session.live) {
        const msg = endMessageOf(session) ?? kernelErrors.sessionInvalid.msg
        throw new AppError({ ...kernelErrors.sessionInvalid, msg })
      }
      if (!isAddressAllowed(session.policy?.addresses ?? [], origin.ip)) throw new AppError(signInErrors.addressRefused)
      const presentedHash = digest(refreshToken)
      const token = nextToken(secrets, 'access', session.id, refreshToken)
      const nextRefreshToken = nextToken(secrets, 'refresh', session.id, refreshToken)
      const life = await lifetimes(db, session.policy)
      if (session.refreshHash.equals(presentedHash)) {
        const hashes = { accessHash: digest(token), refreshHash: digest(nextRefreshToken) }
        await sessionRepository.rotate(db, session.id, hashes, life)
        if (session.homeSessionId !== null) await sessionRepository.extendHomeSession(db, session.homeSessionId, life)
        return toTokens(token, nextRefreshToken, session.aesKey, life)
      }
      const justReplaced =
        session.previousRefreshHash?.equals(presentedHash) && session.secondsSinceRefresh <= graceSeconds
      if (justReplaced) return toTokens(token, nextRefreshToken, session.aesKey, life)
      await sessionRepository.end(db, session.id, 'reused')
      afterCommit(() => sessionCache.forgetUser(session.userId))
      throw new AppError(kernelErrors.sessionInvalid, { commit: true })
    },

    /**
     * Ends the session that either token names, or the home session of a visit. Returns the audit note; empty if there
     * was none.
     */
    async end(db: Db, accessToken: string, refreshToken: string | undefined, reason: string): Promise<AuditNote> {
      const id =
        sessionOfToken(secrets, 'access', accessToken) ?? sessionOfToken(secrets, 'refresh', refreshToken ?? '')
      const home = id === undefined ? undefined : await sessionRepository.homeSessionIdOf(db, id)
      const owner = home === undefined ? undefined : await sessionRepository.end(db, home, reason)
      return owner ? { actor: auditActor(owner), entityId: owner.id, entityName: owner.name } : {}
    },

    /** Whether the session was reauthenticated recently; a visit and its home session count separately. */
    isReauthenticated: sessionRepository.isReauthenticated,
    /** Stores a reauthentication. Returns false if the session has ended. */
    markReauthenticated: sessionRepository.markReauthenticated,

    /** Ends one session. Returns its owner; undefined if it had ended already. */
    endOne: sessionRepository.end,

    /** Ends all sessions of a user except one, in the caller's transaction. Returns the number. */
    endAll: (db: Db, { companyId, userId }: Owner, reason: string, except?: string) =>
      sessionRepository.endAll(db, companyId, userId, reason, except),

    /** Ends all sessions of a principal except one, in the caller's transaction. Returns the users. */
    endOthers: sessionRepository.endOthers,

    /** Ends all sessions of a company, in the caller's transaction. Returns the number. */
    endCompany: sessionRepository.endCompany,

    /** Ids of a tenant's live sessions that new policy terms would end. Needs platform reach (decision 47). */
    listBeyondPolicy: async (db: Db, topId: string, terms: Terms) =>
      tenantLimitsRepository.listBeyond(db, topId, await limitsOf(db, topId, terms)),

    /**
     * Ends those sessions in the caller's transaction and shortens the others to the terms. Returns the number ended.
     */
    enforcePolicy: async (db: Db, topId: string, terms: Terms) =>
      tenantLimitsRepository.enforce(db, topId, await limitsOf(db, topId, terms), 'policy'),

    /** Number of live sessions of a user. */
    count: (db: Db, { companyId, userId }: Owner) => sessionRepository.count(db, companyId, userId),

    /** Clears this node's cache, after a change that affects many users. */
    forgetAll: sessionCache.forgetAll,
    /** Removes a user from the cache of every node. Call after commit. */
    forgetUser: sessionCache.forgetUser,
    /** The same for all users of a company. */
    forgetCompany: sessionCache.forgetCompany,
  }
}
