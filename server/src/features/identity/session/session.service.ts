import { signInErrors } from '@atrium/contract/features/identity/sign-in/sign-in.errors.ts'
import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import type { Announcements } from '../../../kernel/announcements.ts'
import { auditActor } from '../../../kernel/audit-actor.ts'
import type { Database, Db } from '../../../kernel/db/database.ts'
import { AppError, type AuditNote, type Origin, type RequestScope } from '../../../kernel/scope.ts'
import { digest, type Secrets } from '../../../kernel/secrets.ts'
import type { Settings } from '../../system/base-parameters/index.ts'
import { isAddressAllowed, limitSessionLifetime, type TenantPolicy } from '../../tenancy/tenants/index.ts'
import { createAuthentication } from './authentication.ts'
import { hasBindingCookie } from './binding-cookie.ts'
import { newCredentials, nextCredentials, withExpiry } from './credentials.ts'
import { endMessageOf } from './end-reasons.ts'
import { type FollowingSession, type NewVisit, sessionRepository } from './session.repository.ts'
import { createSessionCache } from './session-cache.ts'
import { sessionEndsRepository } from './session-ends.repository.ts'
import { type Owner, tenantLimits, type Workplace } from './tenant-limits.service.ts'
import { sessionOfToken } from './token.ts'

/** Grace period for a token just replaced: parallel calls of several tabs arrive with it. */
const graceSeconds = 10

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
export type SessionService = ReturnType<typeof createSessionService>

/** Opens, refreshes and ends sessions. */
export const createSessionService = ({ database, secrets, settings, announcements }: Ports) => {
  const sessionCache = createSessionCache(announcements)

  const lifetimes = async (db: Db, policy: TenantPolicy | null = null) => {
    const values = await settings.read(db)
    const life = {
      accessMinutes: values['session.accessMinutes'],
      idleMinutes: values['session.idleMinutes'],
      absoluteMinutes: values['session.absoluteMinutes'],
    }
    return limitSessionLifetime(life, policy)
  }

  const openFollowing = async (
    db: Db,
    following: Pick<FollowingSession, 'previousSessionId' | 'owner' | 'visit'>,
    { ip, agent }: Origin,
    policy?: TenantPolicy | null,
  ) => {
    const { id, tokens, hashes } = newCredentials(secrets)
    const life = await lifetimes(db, policy)
    const next = { id, ...hashes, aesKey: tokens.aesKey, ip, agent, ...following }
    const until = await sessionRepository.insertFollowing(db, next, life)
    if (until === undefined) throw new AppError(kernelErrors.sessionInvalid)
    return { tokens: withExpiry(tokens, life), until }
  }

  return {
    authenticate: createAuthentication({ database, secrets, sessionCache }),

    /** Opens a session within the tenant's limits on lifetime and devices. Returns the tokens. */
    async open(
      db: Db,
      workplace: Workplace,
      { device, client, method, binding, provedAt }: SignInDetails,
      origin: Origin,
    ) {
      const { id, tokens, hashes } = newCredentials(secrets)
      const bindingHash = binding === null ? null : digest(binding)
      const { ip, agent } = origin
      const from = { deviceId: device.id, deviceName: device.name, ip, agent, client, method, provedAt }
      const life = await lifetimes(db, workplace.policy)
      const { companyId, userId } = workplace
      const { aesKey } = tokens
      await sessionRepository.insert(db, { id, companyId, userId, ...hashes, bindingHash, aesKey, ...from }, life)
      await tenantLimits.endSurplus(db, workplace)
      return withExpiry(tokens, life)
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
      await sessionEndsRepository.end(db, currentSessionId, 'switched')
      await tenantLimits.endSurplus(db, workplace)
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
      const { tokens, hashes } = nextCredentials(secrets, session, refreshToken)
      const life = await lifetimes(db, session.policy)
      if (session.refreshHash.equals(presentedHash)) {
        await sessionRepository.rotate(db, session.id, hashes, life)
        if (session.homeSessionId !== null) await sessionRepository.extendHomeSession(db, session.homeSessionId, life)
        return withExpiry(tokens, life)
      }
      const justReplaced =
        session.previousRefreshHash?.equals(presentedHash) && session.secondsSinceRefresh <= graceSeconds
      if (justReplaced) return withExpiry(tokens, life)
      await sessionEndsRepository.end(db, session.id, 'reused')
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
      const owner = home === undefined ? undefined : await sessionEndsRepository.end(db, home, reason)
      return owner ? { actor: auditActor(owner), entityId: owner.id, entityName: owner.name } : {}
    },

    /** Whether the session was reauthenticated recently; a visit and its home session count separately. */
    isReauthenticated: sessionRepository.isReauthenticated,
    /** Stores a reauthentication. Returns false if the session has ended. */
    markReauthenticated: sessionRepository.markReauthenticated,

    /** Ends one session. Returns its owner; undefined if it had ended already. */
    endOne: sessionEndsRepository.end,

    /** Ends all sessions of a user except one, in the caller's transaction. Returns the number. */
    endAll: (db: Db, { companyId, userId }: Owner, reason: string, except?: string) =>
      sessionEndsRepository.endAll(db, companyId, userId, reason, except),

    /** Ends all sessions of a principal except one, in the caller's transaction. Returns the users. */
    endOthers: sessionEndsRepository.endOthers,

    /** Ends all sessions of a company, in the caller's transaction. Returns the number. */
    endCompany: sessionEndsRepository.endCompany,

    listBeyondPolicy: tenantLimits.listBeyondPolicy,
    enforcePolicy: tenantLimits.enforcePolicy,

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
